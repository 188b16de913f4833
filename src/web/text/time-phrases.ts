import type { ClientLanguage } from '../../shared/languages.ts';

// Words for times that the parser of a language does not know, in words that it knows. Polish and Hebrew have no
// parser, so their words are read in English. Other words stay, so that the parser does not understand them.

type Phrases = readonly (readonly [written: string | RegExp, read: string])[];

const POLISH: Phrases = [
  ['pojutrze', 'the day after tomorrow'],
  ['jutro', 'tomorrow'],
  ['dzisiaj|dziś', 'today'],
  ['za godzinę', 'in 1 hour'],
  ['za pół godziny', 'in half an hour'],
  ['za tydzień', 'in 1 week'],
  ['w (?:przyszłym|następnym) tygodniu', 'next week'],
  ['po południu', 'afternoon'],
  ['w południe', '12:00'],
  ['rano', 'morning'],
  ['wieczorem', 'evening'],
  ['za', 'in'],
  ['minut[ęy]?', 'minutes'],
  ['godzin[ęy]?', 'hours'],
  ['dni|dzień', 'days'],
  ['tygodni[ea]?', 'weeks'],
  ['poniedziałek', 'Monday'],
  ['wtorek', 'Tuesday'],
  ['środ[aę]', 'Wednesday'],
  ['czwartek', 'Thursday'],
  ['piątek', 'Friday'],
  ['sobot[aę]', 'Saturday'],
  ['niedziel[aę]', 'Sunday'],
  ['stycznia', 'January'],
  ['lutego', 'February'],
  ['marca', 'March'],
  ['kwietnia', 'April'],
  ['maja', 'May'],
  ['czerwca', 'June'],
  ['lipca', 'July'],
  ['sierpnia', 'August'],
  ['września', 'September'],
  ['października', 'October'],
  ['listopada', 'November'],
  ['grudnia', 'December'],
  ['we?', 'on'],
  ['o', 'at'],
];

const HEBREW: Phrases = [
  ['מחרתיים', 'the day after tomorrow'],
  ['מחר', 'tomorrow'],
  ['היום', 'today'],
  ['הערב', 'this evening'],
  ['בעוד חצי שעה|עוד חצי שעה', 'in half an hour'],
  ['(?:ב?עוד) שעה', 'in 1 hour'],
  ['(?:ב?עוד) שעתיים', 'in 2 hours'],
  ['(?:ב?עוד) יומיים', 'in 2 days'],
  ['(?:ב?עוד) שבוע', 'in 1 week'],
  ['(?:ב?שבוע) הבא', 'next week'],
  ['ב?עוד', 'in'],
  ['אחרי הצהריים|אחר הצהריים|אחה[״"]צ', 'afternoon'],
  ['ב?צהריים', '12:00'],
  ['ב?בוקר', 'morning'],
  ['ב?ערב', 'evening'],
  ['דקות|דקה', 'minutes'],
  ['שעות', 'hours'],
  ['ימים', 'days'],
  ['שבועות', 'weeks'],
  ['(?:ב?יום )?ראשון', 'Sunday'],
  ['(?:ב?יום )?שני', 'Monday'],
  ['(?:ב?יום )?שלישי', 'Tuesday'],
  ['(?:ב?יום )?רביעי', 'Wednesday'],
  ['(?:ב?יום )?חמישי', 'Thursday'],
  ['(?:ב?יום )?שישי', 'Friday'],
  ['ב?שבת', 'Saturday'],
  ['ב?ינואר', 'January'],
  ['ב?פברואר', 'February'],
  ['ב?מרץ', 'March'],
  ['ב?אפריל', 'April'],
  ['ב?מאי', 'May'],
  ['ב?יוני', 'June'],
  ['ב?יולי', 'July'],
  ['ב?אוגוסט', 'August'],
  ['ב?ספטמבר', 'September'],
  ['ב?אוקטובר', 'October'],
  ['ב?נובמבר', 'November'],
  ['ב?דצמבר', 'December'],
  ['בשעה', 'at'],
  [/(?<![\p{L}\p{N}])ב-?(?=\d)/gu, 'at '],
];

const PHRASES: Partial<Record<ClientLanguage, Phrases>> = {
  // The German parser does not know this word, which people use for every morning.
  de: [['früh', 'vormittag']],
  pl: POLISH,
  he: HEBREW,
  ar: [
    // Vowel signs.
    [/[\u064b-\u0652]/g, ''],
    ['صباح الغد', 'غدا صباحا'],
    ['مساء الغد', 'غدا مساء'],
  ],
  ru: [['дн[её]м|после обеда', 'в 15:00']],
  // The Chinese parser ignores the day of the week before a part of the day without an hour.
  'zh-hans': [
    [/(?:早上|上午)(?![\d一二三四五六七八九十两点])/g, '上午9点'],
    [/下午(?![\d一二三四五六七八九十两点])/g, '下午3点'],
    [/(?:晚上)(?![\d一二三四五六七八九十两点])/g, '晚上8点'],
  ],
};

/** `\b` knows only the letters of ASCII. */
const wholeWords = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu');

/** Replaces words that the parser of a language does not know. */
export function readablePhrases(language: ClientLanguage, text: string): string {
  const phrases = PHRASES[language] ?? [];
  return phrases.reduce(
    (result, [written, read]) => result.replace(typeof written === 'string' ? wholeWords(written) : written, read),
    text,
  );
}
