/** Texts to begin with, each with what it needs of a draft. */
export const EXAMPLES = [
  {
    title: "A page of Markdown",
    draft: {
      markup: "plain",
      text: `# The lighthouse at Hook Head

The lighthouse is **over 800 years old**, which makes it one of the oldest that still work. It was built around 1210, and the walls are up to 4 m thick.

## Before you go

- It opens at 9:30 a.m. from May to September.
- A ticket costs €12.50; children pay half.
- The tower has 115 steps, and no lift.

| Day | Tours |
|---|---|
| Monday | 6 |
| Saturday | 10 |

Dr. Byrne, who keeps the records, says the light is seen 23 nautical miles away. Her notes are at https://example.org/lights.
`,
    },
  },
  {
    title: "Numbers, dates, money",
    draft: {
      markup: "plain",
      text: `On 2024-01-15 at 14:05, 3,497 people had paid $4.20 each, or about £11.6k in total.

Henry VIII ran 5 km in 21:40, at 14 km/h. Water is H2O, and 2^10 is 1,024. Call +44 20 7946 0958, or write to ada@example.org.
`,
    },
  },
  {
    title: "Two voices, by tags",
    draft: {
      markup: "tags",
      text: `[voice:bm_george]Once upon a time, a wolf came to a house of straw. [pause:600ms]

[voice:am_fenrir][rate:0.85]Little pig, little pig, let me in!

[voice:bf_emma][rate:1.15]Not by the hair of my chinny chin chin!
`,
    },
  },
  {
    title: "SSML",
    draft: {
      markup: "ssml",
      text: `<speak>
  <p>
    <s>Your code is <say-as interpret-as="characters">K7-42</say-as>.</s>
    <s><prosody rate="slow">I say it once more, slowly:</prosody> <break time="400ms"/>
    <prosody rate="x-slow"><say-as interpret-as="characters">K7-42</say-as></prosody>.</s>
  </p>
  <p><voice name="bf_emma">It is valid until <say-as interpret-as="date" format="ymd">2025-03-01</say-as>.</voice></p>
</speak>
`,
    },
  },
  {
    title: "En español",
    draft: {
      markup: "plain",
      voice: "ef_dora",
      text: `El faro más antiguo que aún funciona está en La Coruña. Mide 55 m, tiene 234 escalones y lo visitan unas 150 000 personas al año.
`,
    },
  },
];
