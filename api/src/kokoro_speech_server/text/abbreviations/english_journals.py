"""Abbreviations of journals in English texts."""

JOURNAL_PHRASES = {
    "J. Phys. Chem.": "Journal of Physical Chemistry",
    "J. Am. Chem. Soc.": "Journal of the American Chemical Society", "J. Chem. Phys.": "Journal of Chemical Physics",
    "N. Engl. J. Med.": "New England Journal of Medicine", "Phys. Rev. Lett.": "Physical Review Letters",
    "Phys. Rev.": "Physical Review", "Phys. Lett.": "Physics Letters",
    "J. Biol. Chem.": "Journal of Biological Chemistry", "Astrophys. J.": "Astrophysical Journal",
    "Astron. J.": "Astronomical Journal", "Geophys. Res. Lett.": "Geophysical Research Letters",
    "J. Clin. Oncol.": "Journal of Clinical Oncology", "J. Clin. Invest.": "Journal of Clinical Investigation",
    "Proc. Natl. Acad. Sci.": "Proceedings of the National Academy of Sciences", "Appl. Phys.": "Applied Physics",
    "Nat. Commun.": "Nature Communications", "Proc. R. Soc.": "Proceedings of the Royal Society",
    "Am. Econ. Rev.": "American Economic Review", "Q. J. Econ.": "Quarterly Journal of Economics",
    "J. Geophys. Res.": "Journal of Geophysical Research", "J. Immunol.": "Journal of Immunology",
    "J. Neurosci.": "Journal of Neuroscience", "Am. J.": "American Journal of", "Br. J.": "British Journal of",
    "Eur. J.": "European Journal of", "Int. J.": "International Journal of",
}  # fmt: skip

JOURNAL_WORDS = {
    "Phys.": "Physics", "Chem.": "Chemistry", "Lett.": "Letters", "Genet.": "Genetics", "Biol.": "Biology",
    "Med.": "Medicine", "Engl.": "England", "Proc.": "Proceedings", "Natl.": "National", "Acad.": "Academy",
    "Sci.": "Sciences", "Astron.": "Astronomy", "Astrophys.": "Astrophysics", "Geophys.": "Geophysics",
    "Geol.": "Geology", "Environ.": "Environmental", "Appl.": "Applied", "Mol.": "Molecular", "Clin.": "Clinical",
    "Immunol.": "Immunology", "Neurosci.": "Neuroscience", "Neurol.": "Neurology", "Psychol.": "Psychology",
    "Econ.": "Economics", "Biochem.": "Biochemistry", "Biophys.": "Biophysics", "Microbiol.": "Microbiology",
    "Pharmacol.": "Pharmacology", "Cardiol.": "Cardiology", "Oncol.": "Oncology", "Surg.": "Surgery",
    "Pathol.": "Pathology", "Physiol.": "Physiology", "Epidemiol.": "Epidemiology", "Endocrinol.": "Endocrinology",
    "Metab.": "Metabolism", "Nutr.": "Nutrition", "Annu.": "Annual", "Adv.": "Advances", "Commun.": "Communications",
    "Opin.": "Opinion", "Curr.": "Current", "Math.": "Mathematics", "Comput.": "Computing", "Eur.": "European",
    "Ecol.": "Ecology", "Evol.": "Evolution", "Organomet.": "Organometallic", "Inorg.": "Inorganic",
    "Org.": "Organic", "Mater.": "Materials", "Nanotechnol.": "Nanotechnology", "Photon.": "Photonics",
    "Struct.": "Structural", "Theor.": "Theoretical", "Spectrosc.": "Spectroscopy", "Anal.": "Analytical",
    "Nat.": "Nature", "Res.": "Research", "Pediatr.": "Pediatrics", "Gastroenterol.": "Gastroenterology",
    "Infect.": "Infectious", "Dis.": "Diseases", "Virol.": "Virology", "Bull.": "Bulletin", "Annls.": "Annals",
    "Rheumatol.": "Rheumatology", "Soc.": "Society", "Ophthalmol.": "Ophthalmology", "Dermatol.": "Dermatology",
    "Radiol.": "Radiology", "Hematol.": "Hematology", "Psychiatr.": "Psychiatry", "Educ.": "Education",
    "Sociol.": "Sociology", "Anthropol.": "Anthropology", "Philos.": "Philosophical", "Meteorol.": "Meteorology",
    "Oceanogr.": "Oceanography", "Mech.": "Mechanics",
}  # fmt: skip
"""Each may also be the last word of a sentence."""
