/** Attacks: URLs × disguises × contexts. */

const SCHEMES = [
  'javascript',
  'JaVaScRiPt',
  'vbscript',
  'data',
  'file',
  'blob',
  'view-source',
  'jar',
  'feed',
  'livescript',
];
const REST: Record<string, string> = {
  data: 'text/html;base64,PHNjcmlwdD4=',
  file: '///etc/passwd',
  jar: 'http://a.b!/x',
};

const DISGUISES: ((scheme: string, rest: string) => string)[] = [
  (scheme, rest) => `${scheme}:${rest}`,
  (scheme, rest) => `${scheme}&#58;${rest}`,
  (scheme, rest) => `${scheme}&#x3a;${rest}`,
  (scheme, rest) => `${scheme}&colon;${rest}`,
  (scheme, rest) => `${scheme}%3A${rest}`,
  (scheme, rest) => `${scheme.slice(0, 3)}\t${scheme.slice(3)}:${rest}`,
  (scheme, rest) => `${scheme.slice(0, 3)}&#9;${scheme.slice(3)}:${rest}`,
  (scheme, rest) => `${scheme.slice(0, 3)}&NewLine;${scheme.slice(3)}:${rest}`,
  (scheme, rest) => `${scheme.slice(0, 3)}\n${scheme.slice(3)}:${rest}`,
  (scheme, rest) => `&#1;${scheme}:${rest}`,
  (scheme, rest) => `\u0001${scheme}:${rest}`,
  (scheme, rest) => `\u00a0${scheme}:${rest}`,
  (scheme, rest) => `\u202e${scheme}:${rest}`,
  (scheme, rest) => `\u200b${scheme}:${rest}`,
  (scheme, rest) => `${scheme}\uff1a${rest}`,
  (scheme, rest) => `//${scheme}:${rest}`,
  (scheme, rest) => `/\\${scheme}:${rest}`,
  (scheme, rest) => `http://a.b/"onmouseover="${scheme}:${rest}`,
  (scheme, rest) => `http://a.b/'><img src=x onerror=${scheme}:${rest}>`,
  (scheme, rest) => `https://chat.example/#narrow/channel/7/topic/.22.3E.3Cimg.20src=${scheme}:${rest}`,
];

const PLACES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `[x](${text})`,
  (text) => `[x](<${text}>)`,
  (text) => `![x](${text})`,
  (text) => `[x](/y "${text}")`,
  (text) => `[${text}](/y)`,
  (text) => `[x][1]\n\n[1]: ${text}`,
  (text) => `<${text}>`,
  (text) => `<a href="${text}">x</a>`,
  (text) => `<img src=x onerror="${text}">`,
  (text) => `<svg/onload=${text}>*a*</svg>`,
  (text) => `> - **${text}**`,
  (text) => `a | b\n--|--\n[x](${text}) | ${text}`,
  (text) => `\`\`\`${text}\n${text}\n\`\`\``,
  (text) => `\`\`\`js\nlet a = "${text}"; // </code></pre><script>\n\`\`\``,
  (text) => `\`\`\`spoiler ${text}\n${text}\n\`\`\``,
  (text) => `\`\`\`quote\n[x](${text})\n\`\`\``,
  (text) => `\`${text}\``,
  (text) => `$$\\href{${text}}{x}\\url{${text}}$$`,
  (text) => `$$\\htmlData{a=${text}}{x}\\includegraphics{${text}}$$`,
  (text) => `<time:${text}>`,
  (text) => `@**${text}** @*${text}* #**${text}** #**design>${text}** #**design>${text}@1**`,
  (text) => `:${text}: :smile:`,
  (text) => `/me ${text}`,
  (text) => `</p></div><p>[x](https://a.b/${text})`,
];

/** All combinations: thousands. */
export const ATTACKS: readonly string[] = SCHEMES.flatMap((scheme) =>
  DISGUISES.flatMap((disguise) => {
    const address = disguise(scheme, REST[scheme] ?? 'alert(1)');
    return PLACES.map((place) => place(address));
  }),
);
