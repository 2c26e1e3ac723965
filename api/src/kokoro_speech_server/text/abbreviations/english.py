"""Abbreviations in English texts: titles, streets, and those of everyday prose."""

import re

from kokoro_speech_server.text.abbreviations.english_journals import JOURNAL_PHRASES, JOURNAL_WORDS
from kokoro_speech_server.text.abbreviations.english_law import LAW_LAST, LAW_NUMBERED, LAW_PHRASES, LAW_SAID
from kokoro_speech_server.text.abbreviations.english_scholarship import (
    CITED_WITH_NUMBERS,
    SCHOLARLY_LAST,
    SCHOLARLY_NUMBERED,
    SCHOLARLY_PHRASES,
    SCHOLARLY_UNSAID,
)
from kokoro_speech_server.text.abbreviations.english_trades import RANKS, TRADE_LAST, TRADE_PHRASES
from kokoro_speech_server.text.abbreviations.table import Abbreviations

TITLES = {
    "Mr.": "Mister", "Mrs.": "Missus", "Dr.": "Doctor", "Prof.": "Professor", "Rev.": "Reverend", "Hon.": "Honorable",
    "Gov.": "Governor", "Sen.": "Senator", "Rep.": "Representative", "Pres.": "President", "Gen.": "General",
    "Col.": "Colonel", "Lt.": "Lieutenant", "Sgt.": "Sergeant", "Capt.": "Captain", "Cmdr.": "Commander",
    "Maj.": "Major", "Cpl.": "Corporal", "Pvt.": "Private", "Adm.": "Admiral", "Fr.": "Father", "Sr.": "Sister",
    "St.": "Saint", "Ste.": "Sainte", "Mt.": "Mount", "Ft.": "Fort", "Messrs.": "Messieurs", "Pt.": "Point",
    "Supt.": "Superintendent", "Insp.": "Inspector", "Atty.": "Attorney", "Amb.": "Ambassador", "Msgr.": "Monsignor",
    "Brig.": "Brigadier", "Cdr.": "Commander", "Comdr.": "Commander", "Det.": "Detective", "Ofc.": "Officer",
    "Sec.": "Secretary", "Treas.": "Treasurer", "Del.": "Delegate", "Asst.": "Assistant", "Assoc.": "Associate",
    "Jas.": "James", "Wm.": "William", "Geo.": "George", "Chas.": "Charles", "Thos.": "Thomas", "Robt.": "Robert",
    "Sens.": "Senators", "Reps.": "Representatives", "Govs.": "Governors", "Gens.": "Generals", "Cols.": "Colonels",
    "Lts.": "Lieutenants", "Sgts.": "Sergeants", "Capts.": "Captains", "Drs.": "Doctors", "Profs.": "Professors",
    "Revs.": "Reverends", "SSgt.": "Staff Sergeant", "TSgt.": "Technical Sergeant", "MSgt.": "Master Sergeant",
    "GySgt.": "Gunnery Sergeant", "Tech. Sgt.": "Technical Sergeant", "Cdre.": "Commodore", "Pte.": "Private",
    "V.Adm.": "Vice Admiral", "R.Adm.": "Rear Admiral", "VAdm.": "Vice Admiral", "RAdm.": "Rear Admiral",
    "Dist. Atty.": "District Attorney", "Benj.": "Benjamin", "Edw.": "Edward", "Jos.": "Joseph",
} | RANKS  # fmt: skip
"""Before a name."""

STREETS = {
    "St.": "Street", "Dr.": "Drive", "Ave.": "Avenue", "Av.": "Avenue", "Blvd.": "Boulevard", "Rd.": "Road",
    "Ln.": "Lane", "Ct.": "Court", "Pl.": "Place", "Sq.": "Square", "Hwy.": "Highway", "Pkwy.": "Parkway",
    "Ter.": "Terrace", "Cir.": "Circle", "Expy.": "Expressway", "Fwy.": "Freeway", "Tpke.": "Turnpike",
    "Cres.": "Crescent", "Sta.": "Station",
    "Plz.": "Plaza",
}  # fmt: skip
"""After a name or an ordinal."""

NEVER_LAST = {
    "e.g.": "for example", "E.g.": "For example", "i.e.": "that is", "I.e.": "That is", "vs.": "versus",
    "Vs.": "Versus", "approx.": "approximately", "Approx.": "Approximately", "a.k.a.": "also known as",
    "A.k.a.": "Also known as",
    "cf.": "compare", "Cf.": "Compare", "viz.": "namely", "v.": "versus", "feat.": "featuring", "ft.": "featuring",
    "N.B.": "note", "Attn.": "Attention", "attn.": "attention", "btwn.": "between",
    "incl.": "including", "excl.": "excluding",
    "esp.": "especially", "nr.": "near", "w.r.t.": "with respect to", "Vit.": "Vitamin", "vit.": "vitamin",
    "Sat. Fat": "Saturated Fat", "Sat. fat": "Saturated fat", "sat. fat": "saturated fat", "conc.": "concentrated",
    "dil.": "diluted", "aq.": "aqueous", "sat. aq.": "saturated aqueous", "satd.": "saturated", "anhyd.": "anhydrous",
    "subsp.": "subspecies", "ssp.": "subspecies", "std. dev.": "standard deviation", "std.": "standard",
    "Suppl. Fig.": "Supplementary Figure", "Suppl. Table": "Supplementary Table", "Ext. Data": "Extended Data",
    "resp.": "respectively", "recd.": "received", "equiv.": "equivalents", "freq.": "frequency",
    "s.v.": "under the word",
    "def.": "defeated", "Cal. per": "Calories per", "cal. per": "calories per",
}  # fmt: skip

NUMBERED = {
    "No.": "Number", "no.": "number", "Nos.": "Numbers", "nos.": "numbers", "p.": "page", "pp.": "pages", "P.": "Page",
    "Pp.": "Pages", "c.": "circa", "b.": "born", "d.": "died", "ca.": "circa", "Ca.": "Circa", "Temp.": "Temperature",
    "mm.": "measures",
    "Ch.": "Chapter", "ch.": "chapter",
    "Sec.": "Section", "sec.": "section", "Secs.": "Sections", "secs.": "sections", "Eq.": "Equation",
    "eq.": "equation", "Eqs.": "Equations", "eqs.": "equations", "Op.": "Opus", "op.": "opus", "Pt.": "Part",
    "Fl.": "Floor", "fl.": "floor", "Apt.": "Apartment", "apt.": "apartment", "Ste.": "Suite", "Rm.": "Room",
    "rm.": "room", "Fig.": "Figure", "fig.": "figure", "Figs.": "Figures", "figs.": "figures", "para.": "paragraph",
    "paras.": "paragraphs", "Vol.": "Volume", "vol.": "volume", "Vols.": "Volumes", "vols.": "volumes",
    "Chap.": "Chapter", "chap.": "chapter", "Bldg.": "Building", "bldg.": "building", "Rte.": "Route", "rte.": "route",
    "Rt.": "Route", "Hwy.": "Highway", "Ext.": "Extension", "ext.": "extension", "max.": "maximum", "min.": "minimum",
    "Art.": "Article", "art.": "article", "Arts.": "Articles", "arts.": "articles", "Tel.": "Telephone",
    "tel.": "telephone", "Ver.": "Version", "ver.": "version", "Tab.": "Table", "Amend.": "Amendment",
    "amend.": "amendment", "cl.": "clause", "Ex.": "Exhibit", "r.": "reigned", "Reg.": "Regulation",
    "Sched.": "Schedule", "Ref.": "Reference", "ref.": "reference", "ll.": "lines", "fn.": "footnote", "nn.": "notes",
    "vv.": "verses", "Prob.": "Problem", "prob.": "problem", "Probs.": "Problems", "probs.": "problems", "Bk.": "Book",
    "bk.": "book", "Mk.": "Mark", "Sect.": "Section", "Sects.": "Sections", "Refs.": "References",
    "refs.": "references", "Eqn.": "Equation", "eqn.": "equation", "Eqns.": "Equations", "eqns.": "equations",
    "Suppl.": "Supplementary", "suppl.": "supplementary", "thm.": "theorem", "Thms.": "Theorems",
    "Props.": "Propositions", "Append.": "Appendix", "Alg.": "Algorithm", "Algs.": "Algorithms", "Expt.": "Experiment",
    "expt.": "experiment", "Expts.": "Experiments", "Tabs.": "Tables", "Iss.": "Issue", "iss.": "issue",
    "Ep.": "Episode", "ep.": "episode", "Eps.": "Episodes", "eps.": "episodes", "pg.": "page", "Pg.": "Page",
    "pgs.": "pages", "Carb.": "Carbohydrate", "Carbs.": "Carbohydrates", "Chol.": "Cholesterol",
    "Cholest.": "Cholesterol", "Prot.": "Protein", "Sess.": "Session", "Sod.": "Sodium", "Sug.": "Sugars",
    "Pot.": "Potassium", "disp.": "dispense", "Disp.": "Dispense", "susp.": "suspension", "inj.": "injection",
    "Inj.": "Injection", "Scr.": "Screen", "Gm.": "Game", "precip.": "precipitation", "Cat.": "Category",
    "mag.": "magnitude", "Mag.": "Magnitude", "ph.": "phone", "Ph.": "Phone", "dep.": "departs", "Dep.": "Departs",
    "Pub.": "Publication", "Flt.": "Flight", "mvt.": "movement", "Sym.": "Symphony",
    "Vis.": "Visibility", "vis.": "visibility",
    "arr.": "arrives", "Arr.": "Arrives", "plat.": "platform", "Plat.": "Platform",
} | LAW_NUMBERED | SCHOLARLY_NUMBERED  # fmt: skip

AFTER_NUMBERS = {
    "hr.": "hour", "hrs.": "hours", "mins.": "minutes", "secs.": "seconds", "lbs.": "pounds", "yrs.": "years",
    "wk.": "week", "yr.": "year", "wks.": "weeks", "mo.": "month", "mos.": "months", "lb.": "pound",
    "qtr.": "quarter", "emp.": "employees", "emps.": "employees", "bdrm.": "bedroom", "ba.": "bath",
}  # fmt: skip

OTHERS = {
    "est.": "established", "Est.": "Established", "Inc.": "Incorporated", "Ltd.": "Limited", "Corp.": "Corporation",
    "Co.": "Company", "Bros.": "Brothers", "Jr.": "Junior", "Sr.": "Senior", "Esq.": "Esquire", "Dept.": "Department",
    "dept.": "department", "Univ.": "University", "Assn.": "Association", "Assoc.": "Association",
    "govt.": "government", "Govt.": "Government", "ed.": "edition", "eds.": "editors", "Ed.": "Editor",
    "Eds.": "Editors", "temp.": "temperature", "avg.": "average", "Avg.": "Average",
    "misc.": "miscellaneous", "Mgr.": "Manager",
    "mgr.": "manager", "abbr.": "abbreviation", "intl.": "international", "Intl.": "International", "natl.": "national",
    "assoc.": "associate", "asst.": "assistant", "Asst.": "Assistant", "Mfg.": "Manufacturing", "qty.": "quantity",
    "pkg.": "package", "Ave.": "Avenue", "Blvd.": "Boulevard", "Rd.": "Road", "Mt.": "Mount",
    "a.s.a.p.": "as soon as possible", "Gen.": "General", "Sen.": "Senator", "Gov.": "Governor", "Dr.": "Doctor",
    "Prof.": "Professor", "sq.": "square", "lg.": "large", "med.": "medium", "sm.": "small", "pkt.": "packet",
    "Tbsp.": "tablespoons", "Admin.": "Administration", "Comm.": "Commission", "Cmte.": "Committee", "rev.": "revised",
    "trans.": "translated", "Bldg.": "Building", "bldg.": "building", "Hosp.": "Hospital", "Inst.": "Institute",
    "ibid.": "ibidem", "Ibid.": "Ibidem", "diam.": "diameter", "vol.": "volume", "Dist.": "District", "Ret.": "Retired",
    "ret.": "retired", "Bn.": "Battalion", "Regt.": "Regiment", "Inf.": "Infantry", "Cav.": "Cavalry",
    "Div.": "Division", "Bde.": "Brigade", "Btn.": "Battalion", "Sqdn.": "Squadron", "Bty.": "Battery",
    "Arty.": "Artillery", "Plt.": "Platoon", "Bt.": "Baronet", "Bart.": "Baronet", "j.g.": "junior grade",
    "Dyn.": "Dynasty", "Episc.": "Episcopal", "Presb.": "Presbyterian", "Luth.": "Lutheran", "Meth.": "Methodist",
    "Bapt.": "Baptist", "Cath.": "Catholic", "a.s.l.": "above sea level", "inhabs.": "inhabitants",
    "p.c.": "per capita", "agg.": "aggregate", "Appt.": "Appointment", "pls.": "please",
    "Pls.": "Please", "mfr.": "manufacturer", "mfrs.": "manufacturers",
    "acct.": "account", "accts.": "accounts", "Accts.": "Accounts",
    "chg.": "charge",
    "appt.": "appointment", "mgmt.": "management", "typ.": "typical", "calcd.": "calculated", "sp. nov.": "new species",
    "gen. nov.": "new genus", "comb. nov.": "new combination", "soln.": "solution", "solns.": "solutions",
    "wt.": "weight", "ht.": "height", "concn.": "concentration", "std. devs.": "standard deviations",
    "dia.": "diameter", "supp.": "supplement", "expts.": "experiments", "i.v.": "I V", "i.m.": "I M", "i.p.": "I P",
    "s.c.": "S C", "p.o.": "P O", "b.i.d.": "B I D", "t.i.d.": "T I D", "q.i.d.": "Q I D", "q.d.": "Q D",
    "q.h.s.": "Q H S", "p.r.n.": "P R N", "q.o.d.": "Q O D", "s.d.": "S D", "s.e.": "S E", "s.e.m.": "S E M",
    "a.u.": "arbitrary units", "d.p.": "decimal places", "s.f.": "significant figures", "p.p.": "percentage points",
    "r.m.s.": "R M S", "r.t.": "room temperature", "b.w.": "body weight", "o.d.": "O D", "i.d.": "I D",
} | JOURNAL_WORDS | LAW_SAID | SCHOLARLY_LAST | TRADE_LAST  # fmt: skip
"""Ones that may be the last word of a sentence."""

PHRASES = {
    "et al.": "and others", "op. cit.": "in the work cited", "Op. cit.": "In the work cited",
    "loc. cit.": "in the place cited", "Loc. cit.": "In the place cited",
} | JOURNAL_PHRASES | LAW_PHRASES | SCHOLARLY_PHRASES | TRADE_PHRASES  # fmt: skip
"""Those of several words, of which some have no words of their own."""

OF_SEVERAL_WORDS = (
    PHRASES
    | {"No. of": "Number of", "no. of": "number of", "no. is": "number is"}
    | {
        short: words
        for table in (NEVER_LAST, NUMBERED, OTHERS)
        for short, words in table.items()
        if " " in short
    }
)

CLOSING = {"etc.": "et cetera"}
"""Ones that end their sentence unless it goes on in lower case."""

_UNSAID_INNER = """ms adj cent mlle mme mmes dña ej prof.ssa sig sig.ra dott ing sra srta av bd núm p.ej pág ud uds phil
    pete alex""".split()
"""The titles are foreign ones, spelled like no English word: any text may name people with them."""

_UNSAID_NUMBERED = """Mon Tue Tues Wed Weds Thu Thur Thurs Fri Sat Sun Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
    oz ft yd gal qt tsp tbsp Rs S.Ct F.2d F.3d F.4th U.S.C C.F.R Stat Cor Sam Kgs Chron Pet Gen Ex Lev Num Deut Josh Ps
    Prov Isa Jer Matt Rom Gal
    Eph Phil Thess Tim Heb Rev Exod Eccl Ezek Dan Id id""".split()
"""Days and months, reporters of law, and books of the Bible, which rules of their own put into words."""

_UNSAID_LAST = """Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Ph.D a.m p.m
    Ala Ariz Ark Calif Colo Conn Fla Ga Ill Ind Kan Kans Ky La Md Mass Mich Minn Miss Mo Mont Neb Nev Okla Ore
    Ont Que Alta Sask Nfld
    Pa Penn Tenn Tex Va Vt Wash Wis Wyo Okla Supp Cir Cal Ct Gp Intl Cos Ptnrs L.L.C Soc Sci Int Conf Proc
    Trans J.D M.D Cie Bhd Pty Pte S.p.A Gmb.H b d r""".split()
"""The single letters are "born", "died" and "reigned"."""

_BEGINNINGS = """It' It’ He' He’ She' She’ We' We’ They' They’ You' You’ I' I’ That' That’ There' There’ Here' Here’
    Don' Don’ Let' Let’ The This That These Those There They Their Then Thus Though Through It Its He She
    We You Your I My His Her Our Who What When Where Why Which While How If In On
    At
    But And Or So Yet Nor For From To As An After Although Also Another Any Because Before Both By Can Did Do Does
    During
    Each Every Either Even Finally First Here However Indeed Instead Is Are Was Were Has Have Had Let Like Many
    Meanwhile
    More Most Moreover Nearly Neither No Not Nothing Now Once One Only Others Please Several Since Some Soon Still
    Such Than Thanks Today Tomorrow Turn Two Under Unlike Until Up Upon Usually With Within Without Would Yes Yesterday
    According Across Again All Almost Already Among Around Call Come Despite Everyone Few Following Go
    Just Maybe Much Nobody Often Perhaps Researchers Scientists Should Sometimes
    Somebody Someone Sure Whether Could""".split()


_ORDERS = """Act Add Adjust Admission Allow Apply Arrange Ask Avoid Bake Bear Beat Begin Bid Blend Boil Book Bring Broil
    Brush Build Bus Buy Cast Change Chill Choose Chop Clean Close Combine Compare Contact Continue Cook Cool Cover
    Cross Cut Discard Divide Doors Drain Drill Drive Drop Email Enter Exit Fill Find Fold Follow Free Freeze Fry Get
    Give Grease Grill Heat Hold Includes Insert Install Keep Knit Late Leave Lift Line Look Lower Make Mark Max
    Measure Melt Min Mix Move Must Open Our Park Pay Peel Pick Place Plant Pour Preheat Prepare Press Proceed Pull
    Put Read Reduce Refrigerate Remove Rent Repeat Rinse Roast Roll Save Season Selling Send Serve Serves Set Shake
    Shape Show Sift Simmer Skip Slice Soak Spread Sprinkle Stand Stay Steam Stir Stop Store Submit Tap Tickets Toss
    Transfer Try Use Visit Wait Walk Wash Watch Water Wear Weave Whisk Wipe Work Write""".split()

_WORDS = """Mr. Mrs. Dr. Prof. St. Jr. Messrs. Inc. Ltd. Co. Bros. Esq. Dept. Univ. Assn. Govt. Intl. Natl. Mfg.
    Ph.D. a.m. p.m. am. pm. Blvd. Ave. Hwy.""".split()
"""Capitalized ones that are abbreviations in lower case, too."""

_AFTER_HOUR = re.compile(
    r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]{0,6}"
    r"|May(?= \d)|Today|Tomorrow|Daily|Eastern|Central|Mountain|Pacific|Atlantic|Alaska|Hawaii|Greenwich|Zulu"
    r"|[A-Z]{1,5}T|UTC|CET|New Year|Christmas|Thanksgiving|Easter|Labor Day|Memorial Day"
    r"|[A-Z]\w{2,12}(?: [A-Z]?\w{1,12})? time)(?![^\W\d_])"
)
_LIKELY = re.compile(
    r"(?!(?:[Hh]mm+|[Mm]mm*|[Bb]rr+|[Ss]hh*|[Pp]ss?t|[Pp]ff*t?|[Tt]sk|[Gg]rr+|[Nn]th|[Zz]zz*|[Pp]sst|[Kk]?[mg]|[Cc]m|"
    r"[Mm]ph|[Kk]ph|lbs|hrs|[Hh]z|[Dd]B|pm|[Tt]v|[Dd]vd|[Pp]hd|ppl|thx|plz|msgs?|txts?|tmrw|btw|tbh|lmk|smh|"
    r"brb|[bdfgkpsw]c|rn)\Z)[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]"
    r"[b-df-hj-np-tv-xz]{1,5}"
)
"""Words without a vowel, and small letters."""


def _dotted(words: list[str]) -> dict[str, str]:
    return {f"{word}.": "" for word in words}


def _capital(tables: list[dict[str, str]]) -> frozenset[str]:
    return frozenset(key for table in tables for key in table if key[0].isupper() and key not in _WORDS)


_INNER = TITLES | NEVER_LAST | _dotted(_UNSAID_INNER)
_LAST = OTHERS | STREETS | PHRASES | _dotted([*_UNSAID_LAST, *LAW_LAST, *SCHOLARLY_UNSAID])

ENGLISH = Abbreviations(
    inner=_INNER,
    numbered=NUMBERED | AFTER_NUMBERS | _dotted([*_UNSAID_NUMBERED, *CITED_WITH_NUMBERS]),
    last=_LAST,
    closing=CLOSING,
    units=frozenset(
        "in. oz. lb. lbs. yd. mi. gal. qt. tsp. tbsp. sq. hp. mph. doz. pk. cap. caps. tab. tabs. c. t. deg.".split()
    ),
    beginnings=frozenset(_BEGINNINGS),
    orders=frozenset(_ORDERS),
    capital=_capital([_INNER, _LAST]),
    after_hour=_AFTER_HOUR,
    likely=_LIKELY,
)
