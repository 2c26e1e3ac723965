"""Abbreviations of books, footnotes, dictionaries and schools in English texts."""

SCHOLARLY_NUMBERED = {
    "n.": "note", "fol.": "folio", "Fol.": "Folio", "fols.": "folios", "l.": "line", "col.": "column",
    "cols.": "columns", "chs.": "chapters", "Chs.": "Chapters", "chaps.": "chapters", "bks.": "books",
    "sect.": "section", "sects.": "sections", "pl.": "plate", "ex.": "example", "exx.": "examples", "fasc.": "fascicle",
    "ser.": "series", "suppl.": "supplement", "Suppl.": "Supplement", "pars.": "paragraphs", "Yr.": "Year",
    "Yrs.": "Years", "Gr.": "Grade", "Grs.": "Grades", "Lect.": "Lecture", "Prop.": "Proposition", "Thm.": "Theorem",
    "Lem.": "Lemma", "Def.": "Definition", "Defs.": "Definitions", "Cor.": "Corollary", "Ques.": "Question",
    "Wk.": "Week", "Wks.": "Weeks", "pop.": "population", "Pop.": "Population", "alt.": "altitude", "Alt.": "Altitude",
    "elev.": "elevation", "Elev.": "Elevation", "abt.": "about", "Jct.": "Junction", "jct.": "junction",
    "Junct.": "Junction", "Mod.": "Module", "Qtr.": "Quarter", "ques.": "questions", "Dkt.": "Docket",
    "Inv.": "Invoice", "env.": "envelope", "germ.": "germination", "Tbl.": "Table", "tbl.": "table",
    "chol.": "cholesterol", "carb.": "carbohydrate", "Lat.": "Latitude", "lat.": "latitude",
}  # fmt: skip
"""Before a number."""

SCHOLARLY_PHRASES = {
    "ed. and trans. by": "edited and translated by", "Ed. and trans. by": "Edited and translated by",
    "trans. and ed. by": "translated and edited by", "ed. and trans.": "edited and translated", "ed. by": "edited by",
    "Ed. by": "Edited by", "trans. by": "translated by", "Trans. by": "Translated by",
    "Ed. and introd. by": "Edited and introduced by", "rev. ed.": "revised edition",
    "rev. and enl.": "revised and enlarged", "enl. ed.": "enlarged edition", "abr. ed.": "abridged edition",
    "Comp. Sci.": "Computer Science", "Poli. Sci.": "Political Science", "Pol. Sci.": "Political Science",
    "Soc. Sci.": "Social Science", "Eng. Lit.": "English Literature", "Bus. Admin.": "Business Administration",
    "Mech. Eng.": "Mechanical Engineering", "Elec. Eng.": "Electrical Engineering", "Civ. Eng.": "Civil Engineering",
    "Phys. Ed.": "Physical Education", "Sp. Ed.": "Special Education", "Univ. of": "University of",
    "Univ. Press": "University Press", "Natl. Acad. Sci.": "National Academy of Sciences",
    "Natl. Acad.": "National Academy", "n. pag.": "no page",
    "intro. by": "introduction by", "Intro. by": "Introduction by", "ill. by": "illustrated by",
    "illus. by": "illustrated by", "Ill. by": "Illustrated by",
    "Attrib. to": "Attributed to", "attrib. to": "attributed to", "rev. by": "revised by", "comp. by": "compiled by",
    "adapt. by": "adapted by", "dir. by": "directed by", "Ont. Premier": "Ontario Premier",
    "Que. Premier": "Quebec Premier", "Alta. Premier": "Alberta Premier", "Sask. Premier": "Saskatchewan Premier",
    "N.S. Premier": "Nova Scotia Premier", "N.B. Premier": "New Brunswick Premier", "s. v.": "under the word",
}  # fmt: skip

SCHOLARLY_LAST = {
    "repr.": "reprinted", "Repr.": "Reprinted", "rpt.": "reprinted", "Rpt.": "Reprinted", "facs.": "facsimile",
    "q.v.": "which see", "edn.": "edition", "introd.": "introduction", "illus.": "illustrated",
    "Prereq.": "Prerequisite", "prereq.": "prerequisite", "Prereqs.": "Prerequisites", "prereqs.": "prerequisites",
    "Coreq.": "Corequisite", "coreq.": "corequisite", "instr.": "instructor", "Instr.": "Instructor", "Gk.": "Greek",
    "pbk.": "paperback", "Pbk.": "Paperback", "hbk.": "hardback", "hdbk.": "hardback", "hdcvr.": "hardcover",
    "dtd.": "dated", "Dtd.": "Dated", "s.t.": "such that", "obs.": "obsolete",
    "colloq.": "colloquial", "usu.": "usually", "occas.": "occasionally", "betw.": "between",
    "Assocs.": "Associates", "Coll.": "College", "Elem.": "Elementary", "Mtn.": "Mountain", "Mtns.": "Mountains",
    "Twp.": "Township", "Cnty.": "County", "Ctr.": "Center", "Hts.": "Heights", "Spgs.": "Springs",
    "subsp.": "subspecies", "spp.": "species", "fem.": "feminine", "masc.": "masculine",
}  # fmt: skip

CITED_WITH_NUMBERS = """Aesch Arist Catull Hdt Hom Hor Juv Liv Lucr Mart Ov Paus Plat Plin Plut Polyb Quint Sall Soph
    Strab Suet Tac Thuc Verg Virg Xen Is Pss Il
    Od Aen Ecl Georg Symp Phd Phdr Resp Pol Gall Ol Pyth Nem Isthm Theog Metaph Rhet Poet Anab Hell Carm Epist
    Tusc""".split()
"""Authors of antiquity and others that are followed by a number, without their points."""

SCHOLARLY_UNSAID = """Hist Polit Amer Quart Bibl Bodl Harl Brit Lit Eng Comp Lk Jn Jas Jud Hab Zech Mic Hos Obad
    Nah Zeph Neh Eccles Sir Tob Jdt Macc Esd Philem Tit Judg Nucl Pharm Polym Catal Cogn Behav Perspect Entomol Zool
    Archaeol""".split()
"""Parts of titles of journals and manuscripts, and books of the Bible, without their points."""
