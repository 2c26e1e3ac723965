// Loaded before anything is drawn, so that a page whose theme was chosen by hand does not flash in the other one.
// It is a plain script for that reason: modules wait for the document.
{
  const dark = document.getElementById("dark-theme");
  const media = { light: "not all", dark: "all", system: "(prefers-color-scheme: dark)" };

  const apply = (theme) => {
    dark.media = media[theme] ?? media.system;
    document.documentElement.dataset.theme = theme in media ? theme : "system";
  };

  try {
    apply(JSON.parse(localStorage.getItem("kokoro-studio.theme"))); // as preferences.js writes it
  } catch {
    apply("system");
  }
  // elements/theme_switch.js tells when the reader chooses.
  document.addEventListener("themechange", (event) => apply(event.detail));
}
