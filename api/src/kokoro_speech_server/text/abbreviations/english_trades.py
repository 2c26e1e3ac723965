"""Abbreviations of advertisements, notices, forms and ranks in English texts."""

RANKS = {
    "Pfc.": "Private First Class", "Spc.": "Specialist", "Ens.": "Ensign", "Cpt.": "Captain", "Lieut.": "Lieutenant",
    "Sfc.": "Sergeant First Class", "S.Sgt.": "Staff Sergeant", "M.Sgt.": "Master Sergeant",
    "T.Sgt.": "Technical Sergeant", "Gnr.": "Gunner", "Flt.": "Flight", "Sqn.": "Squadron", "Ldr.": "Leader",
    "Wg.": "Wing", "Gp.": "Group", "Comdt.": "Commandant", "Cllr.": "Councillor", "Ald.": "Alderman",
    "Br.": "Brother", "Bp.": "Bishop", "Abp.": "Archbishop", "Archbp.": "Archbishop", "Bro.": "Brother",
    "Ven.": "Venerable",
    "Sts.": "Saints", "Dep.": "Deputy", "Adj.": "Adjutant", "Commr.": "Commissioner", "Comr.": "Commissioner",
    "Rt.": "Right", "Jno.": "John", "Saml.": "Samuel", "Danl.": "Daniel", "Richd.": "Richard", "Fredk.": "Frederick",
    "Nathl.": "Nathaniel", "Margt.": "Margaret", "Eliz.": "Elizabeth", "Patk.": "Patrick", "Alexr.": "Alexander",
      "Dir.": "Director",
    "Chanc.": "Chancellor",
}  # fmt: skip
"""Before a name."""

TRADE_LAST = {
    "corp.": "corporation", "exp.": "experience", "req.": "required", "Req.": "Required",
    "reqs.": "requirements", "Reqs.": "Requirements", "refs.": "references", "Refs.": "References",
    "pref.": "preferred", "mktg.": "marketing", "Mktg.": "Marketing", "mfg.": "manufacturing",
    "acctg.": "accounting", "Acctg.": "Accounting", "admin.": "administrative", "equiv.": "equivalent",
    "bkgd.": "background", "engr.": "engineer", "Engr.": "Engineer", "wkly.": "weekly", "mthly.": "monthly",
    "hrly.": "hourly", "immed.": "immediate", "Immed.": "Immediate", "avail.": "available", "Avail.": "Available",
    "xlnt.": "excellent", "oppty.": "opportunity", "utils.": "utilities", "util.": "utilities", "furn.": "furnished",
    "unfurn.": "unfurnished", "Furn.": "Furnished", "p.a.": "per annum", "p.w.": "per week", "p.c.m.":
    "per calendar month", "o.n.o.": "or nearest offer", "hols.": "holidays", "Hols.": "Holidays", "hol.": "holiday",
    "eves.": "evenings", "Eves.": "Evenings", "wkends.": "weekends", "wknds.": "weekends", "wkdays.": "weekdays",
    "srs.": "seniors", "Srs.": "Seniors", "mbrs.": "members", "Mbrs.": "Members", "mtg.": "meeting",
    "Mtg.": "Meeting", "mtgs.": "meetings", "sts.": "stitches", "hdwd.": "hardwood",
    "bsmt.": "basement", "lrg.": "large", "sml.": "small", "gar.": "garage", "fncd.": "fenced", "flrs.": "floors",
    "sep.": "separate", "subj.": "subject", "recd.": "received",
    "tbs.": "tablespoons", "Tbs.": "tablespoons", "pkgs.": "packages", "ctn.": "carton",
    "ctr.": "center", "o.c.": "on center", "bx.": "box", "btl.": "bottle", "cont.": "continued",
    "Cont.": "Continued", "depts.": "departments", "Depts.": "Departments",
    "orgs.": "organizations", "secy.": "secretary", "Secy.": "Secretary",
    "dir.": "directed", "wkend.": "weekend", "Bd.": "Board",
    "meas.": "measures", "anniv.": "anniversary", "Temps.": "Temperatures", "temps.": "temperatures",
    "m.p.h.": "miles per hour", "k.p.h.": "kilometers per hour", "r.p.m.": "revolutions per minute",
    "m.p.g.": "miles per gallon", "bd.": "board", "dirs.": "directors",
    "co.": "company", "ea.": "each", "dims.": "dimensions", "Dims.": "Dimensions",
    "Wt.": "Weight", "Ht.": "Height", "disc.": "discount", "occ.": "occupancy", "univ.": "university",
    "smkg.": "smoking", "bldgs.": "buildings", "pwr.": "power", "auto.": "automatic", "blk.": "black",
    "Lrg.": "Large", "Lg.": "Large", "elec.": "electric", "Emer.": "Emeritus", "rsch.": "research",
    "Rsch.": "Research", "Phila.": "Philadelphia", "Balt.": "Baltimore", "orig.": "original", "Wks.": "Works",
    "Acct.": "Account", "acctnt.": "accountant", "pos.": "position", "clnc.": "clinic", "attys.": "attorneys",
    "Attys.": "Attorneys", "Temp.": "Temporary", "poss.": "possible", "svc.": "service", "svcs.": "services",
    "Svcs.": "Services", "concs.": "concessions", "orch.": "orchestra", "mezz.": "mezzanine", "gr.": "grade",
    "Gdns.": "Gardens", "gdn.": "garden", "terr.": "terraced", "vic.": "vicinity", "cor.": "corner",
    "jct.": "junction", "hdcp.": "handicap", "recs.": "records", "nec.": "necessary", "qts.": "quarts",
    "lic.": "license", "mos.": "months", "Exec.": "Executive", "exec.": "executive", "opp.": "opposite",
    "pmt.": "payment", "pmts.": "payments", "bal.": "balance", "Bal.": "Balance", "prev.": "previous",
    "Prev.": "Previous", "grat.": "gratuity", "Abn.": "Airborne",
    "Gt.": "Great", "Bl.": "Blessed", "Coun.": "Councillor", "Lang.": "Language",
}  # fmt: skip
"""May be the last word of a sentence."""

TRADE_PHRASES = {
    "in Ed.": "in Education", "Luth. Church": "Lutheran Church", "Meth. Church":
    "Methodist Church", "Bapt. Church": "Baptist Church", "Presb. Church": "Presbyterian Church",
    "Episc. Church": "Episcopal Church", "Cath. Church": "Catholic Church", "Cong. Church": "Congregational Church",
    "Sr. Acct.": "Senior Account", "Jr. Acct.": "Junior Account",
    "Sec. of": "Secretary of", "bus. days": "business days", "est. del.": "estimated delivery",
    "SS. Peter": "Saints Peter", "Prof. Emer.": "Professor Emeritus", "Pub. Wks.": "Public Works",
    "Eng. Lang.": "English Language", "max. occ.": "maximum occupancy", "Max. occ.": "Maximum occupancy",
    "pro tem.": "pro tem", "net inc.": "net income", "gross inc.": "gross income",

    "Rt. Rev.": "Right Reverend", "Rt. Hon.": "Right Honorable", "Rt Hon": "Right Honorable", "Rt Rev":
    "Right Reverend", "Air Cdre.": "Air Commodore", "Lt. Cmdr.": "Lieutenant Commander",
    "Lt. Cdr.": "Lieutenant Commander", "Lt. Gov.": "Lieutenant Governor", "Flt. Lt.": "Flight Lieutenant",
    "Sgt. 1st Class": "Sergeant First Class", "Sgt. Maj.": "Sergeant Major", "Sqn. Ldr.": "Squadron Leader",
    "Wg. Cdr.": "Wing Commander", "Gp. Capt.": "Group Captain", "Gen. adm.": "General admission",
    "gen. adm.": "general admission", "Co. Rd.": "County Road", "Co. Hwy.": "County Highway", "St. Rd.": "State Road",
    "St. Rte.": "State Route", "Adm. fee": "Admission fee", "adm. fee": "admission fee",
    "bank hols": "bank holidays", "ext. use": "external use",
    "det. gar.": "detached garage", "svc. chg.": "service charge",
    "takes effect immed.": "takes effect immediately", "No purch. nec.": "No purchase necessary",
    "Conf. Rm.": "Conference Room",
    "yr. built": "year built", "Yr. built": "Year built", "Yr. Built": "Year built", "Sq. ft.": "Square feet",
    "Sq. Ft.": "Square feet",
}  # fmt: skip
