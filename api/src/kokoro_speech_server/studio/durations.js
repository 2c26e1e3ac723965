/** Durations as people write and say them. */

/**
 * Such as "0:07", "12:40" or "1:02:03".
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/**
 * Such as "7 seconds" or "12 minutes 40 seconds", for screen readers.
 * @param {number} seconds
 */
export function inWords(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const amounts = { hour: Math.floor(whole / 3600), minute: Math.floor(whole / 60) % 60, second: whole % 60 };
  const words = Object.entries(amounts)
    .filter(([, amount]) => amount)
    .map(([unit, amount]) => `${amount} ${unit}${amount === 1 ? "" : "s"}`);
  return words.join(" ") || "0 seconds";
}

/**
 * How long something takes, such as "a few seconds", "about 40 s" or "about 12 min".
 * @param {number} seconds
 */
export function roughly(seconds) {
  if (seconds < 5) return "a few seconds";
  if (seconds < 90) return `about ${5 * Math.round(seconds / 5)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / 3600).toFixed(1)} h`;
}
