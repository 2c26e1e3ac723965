"""Abbreviations of statutes, regulations, contracts and courts in English texts."""

LAW_NUMBERED = {
    "tit.": "title", "Tit.": "Title", "subpt.": "subpart", "Subpt.": "Subpart", "subpts.": "subparts",
    "subch.": "subchapter", "Subch.": "Subchapter", "subd.": "subdivision", "subdiv.": "subdivision",
    "subsec.": "subsection", "subsecs.": "subsections", "subpara.": "subparagraph", "cmt.": "comment",
    "cmts.": "comments", "reg.": "regulation", "regs.": "regulations", "Regs.": "Regulations", "s.": "section",
    "ss.": "sections", "rr.": "rules", "cls.": "clauses", "Cl.": "Clause", "Sch.": "Schedule", "Schs.": "Schedules",
    "sch.": "schedule", "sched.": "schedule", "pts.": "parts", "pt.": "part", "exh.": "exhibit", "Exh.": "Exhibit",
    "Exs.": "Exhibits", "amends.": "amendments", "provs.": "provisions", "Ord.": "Ordinance", "Dkt.": "Docket",
    "dkt.": "docket", "App.": "Appendix", "Apps.": "Appendices", "Annot.": "Annotation", "Supp.": "Supplement",
    "Prot.": "Protocol",
}  # fmt: skip
"""Before a number."""

LAW_PHRASES = {
    "Bus. & Com. Code": "Business and Commerce Code", "Dkt. No.": "Docket Number", "Dkt. Nos.": "Docket Numbers",
    "Fed. R. Civ. P.": "Federal Rule of Civil Procedure", "Fed. R. Crim. P.": "Federal Rule of Criminal Procedure",
    "Fed. R. App. P.": "Federal Rule of Appellate Procedure", "Fed. R. Evid.": "Federal Rule of Evidence",
    "Fed. R. Bankr. P.": "Federal Rule of Bankruptcy Procedure", "Pub. L. No.": "Public Law Number",
    "Pub. L. Nos.": "Public Law Numbers", "Pub. L.": "Public Law", "Fed. Reg.": "Federal Register",
    "Rev. Rul.": "Revenue Ruling", "Rev. Proc.": "Revenue Procedure", "Treas. Reg.": "Treasury Regulation",
    "Rev. Stat.": "Revised Statutes", "Comp. Stat.": "Compiled Statutes", "Comp. Laws": "Compiled Laws",
    "Gen. Stat.": "General Statutes", "Gen. Laws": "General Laws", "Code Ann.": "Code Annotated",
    "Stat. Ann.": "Statutes Annotated", "Admin. Code": "Administrative Code", "Bus. & Prof. Code":
    "Business and Professions Code", "Civ. Code": "Civil Code", "Civ. Proc. Code": "Civil Procedure Code",
    "Code Civ. Proc.": "Code of Civil Procedure", "Evid. Code": "Evidence Code", "Fam. Code": "Family Code",
    "Lab. Code": "Labor Code", "Veh. Code": "Vehicle Code", "Prob. Code": "Probate Code", "Ins. Code": "Insurance Code",
    "Educ. Code": "Education Code", "Elec. Code": "Elections Code", "Welf. & Inst. Code":
    "Welfare and Institutions Code", "Gen. Bus. Law": "General Business Law", "Bus. Law": "Business Law",
    "Lab. Law": "Labor Law", "Exec. Law": "Executive Law", "Crim. Proc. Law": "Criminal Procedure Law",
    "Sup. Ct.": "Supreme Court", "Super. Ct.": "Superior Court", "Dist. Ct.": "District Court",
    "Cir. Ct.": "Circuit Court", "Bankr. Ct.": "Bankruptcy Court", "Fam. Ct.": "Family Court",
    "Ct. Cl.": "Court of Claims", "Ct. of App.": "Court of Appeals", "Ct. App.": "Court of Appeals",
    "App. Div.": "Appellate Division", "S. Ct.": "Supreme Court", "L. Ed.": "Lawyers' Edition",
    "F. Supp.": "Federal Supplement", "Cong. Rec.": "Congressional Record", "Exec. Order No.": "Executive Order Number",
    "Exec. Order": "Executive Order", "H.R. Rep. No.": "House Report Number", "S. Rep. No.": "Senate Report Number",
    "H.R. Doc. No.": "House Document Number", "L. Rev.": "Law Review", "Am. Jur.": "American Jurisprudence",
    "Am. L. Inst.": "American Law Institute", "Cal. App.": "California Appellate", "Cal. Rptr.": "California Reporter",
    "Fed. Cl.": "Federal Claims", "Fed. Appx.": "Federal Appendix", "Fed. App'x": "Federal Appendix",
    "summ. j.": "summary judgment", "Summ. J.": "Summary Judgment",
    "denied cert.": "denied certiorari", "granted cert.": "granted certiorari", "cert. denied": "certiorari denied",
    "cert. granted": "certiorari granted", "cert. dismissed": "certiorari dismissed",
    "cert. petition": "certiorari petition", "Stat. Auth.": "Statutory Authority",
    "So. 2d": "Southern second", "So. 3d": "Southern third",
    "Att'y Gen.": "Attorney General", "Att’y Gen.": "Attorney General", "Atty. Gen.": "Attorney General",
    "et seq.": "et seq", "ex rel.": "ex rel", "Const. art.": "Constitution article",
    "Const. amend.": "Constitution amendment", "Const. amends.": "Constitution amendments",
    "Const., art.": "Constitution, article", "Const., amend.": "Constitution, amendment", "Ch. D.": "Chancery Division",
}  # fmt: skip
"""With a space, or words only beside others."""

LAW_SAID = {"Stat.": "Statutes", "Cong.": "Congress", "Sess.": "Session", "Const.": "Constitution"}
"""Words of citations that may be said alone."""

LAW_LAST = (
    "Fed Civ Crim Evid Bankr Pub Proc Rul Treas Const Rptr Jur Sess Cong Stat Bus Veh Super Dev Hous Indus Servs "
    "Transp Util Educ Elecs Enters Mkt Mun Prods Cty Corr Indep Cas Auth Constr Contr Distrib Equip Exch Exec "
    "Found Guar Invs Liab Merch Mortg Petrol Props Ry Cl Ord Reg Regs Sched Dkt App"
).split()
"""Parts of the names of courts, statutes and parties to a case, as citations have them, without their points."""

CONTRACTIONS = {
    "ass'n": "association", "att'y": "attorney", "att'ys": "attorneys", "comm'n": "commission",
    "comm'r": "commissioner", "comm'rs": "commissioners", "cont'l": "continental", "dep't": "department",
    "dep'ts": "departments", "eng'g": "engineering", "eng'r": "engineer", "ex'r": "executor", "ex'x": "executrix",
    "adm'r": "administrator", "adm'x": "administratrix", "fed'n": "federation", "gov't": "government",
    "gov'ts": "governments", "gen'l": "general", "int'l": "international", "nat'l": "national",
    "prof'l": "professional", "pub'g": "publishing", "pub'n": "publication", "sec'y": "secretary", "soc'y": "society",
    "reh'g": "rehearing", "aff'd": "affirmed", "aff'g": "affirming", "rev'd": "reversed", "rev'g": "reversing",
    "env't": "environment", "env'tl": "environmental", "intern'l": "international", "inst'l": "institutional",
    "opp'n": "opposition",
    "emp'r": "employer", "emp't": "employment", "mem'l": "memorial", "reg'l": "regional", "supp'l": "supplemental",
    "exp'd": "experienced", "req'd": "required", "cont'd": "continued", "pref'd": "preferred", "rec'd": "received",
    "furn'd": "furnished", "add'l": "additional", "addt'l": "additional", "addn'l": "additional", "att'n": "attention",
    "avg'd": "averaged",
    "m'tg": "meeting", "mt'g": "meeting", "app'x": "appendix", "recd": "received", "bldg's": "buildings",
}  # fmt: skip
"""Contractions with an apostrophe, in lower case."""
