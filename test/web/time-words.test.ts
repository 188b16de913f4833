import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_LANGUAGES } from '../../src/shared/languages.ts';
import { readTexts } from '../../src/texts/source.ts';
import { loadTimeWords } from '../../src/web/text/time-words.ts';
import { wallTime } from '../../src/web/views/compose/suggested-times.ts';

const EXAMPLE = 'For example: tomorrow 9:00, in 2 hours, Friday afternoon';

/** A Monday, in local time. */
const NOW = new Date(2026, 10, 23, 17, 50);

const TOMORROW = '2026-11-24T09:00';
const UNDERSTOOD: Record<string, Record<string, string>> = {
  en: {
    tomorrow: TOMORROW,
    'tomorrow 9:00': TOMORROW,
    'tomorrow morning': TOMORROW,
    tonight: '2026-11-23T22:00',
    '9:00': TOMORROW,
    '18:00': '2026-11-23T18:00',
    noon: '2026-11-24T12:00',
    'in 2 hours': '2026-11-23T19:50',
    'in 30 minutes': '2026-11-23T18:20',
    'Friday at 3pm': '2026-11-27T15:00',
    'the day after tomorrow at 10': '2026-11-25T10:00',
    'next week': '2026-11-30T09:00',
    '2026-12-01 10:00': '2026-12-01T10:00',
  },
  de: {
    'morgen um 9 Uhr': TOMORROW,
    'Morgen früh': TOMORROW,
    'in 2 Stunden': '2026-11-23T19:50',
    'am 3. Dezember um 10 Uhr': '2026-12-03T10:00',
    'Freitag 14:30': '2026-11-27T14:30',
    tomorrow: TOMORROW,
  },
  fr: {
    'demain 9:00': TOMORROW,
    'demain matin': TOMORROW,
    'dans 2 heures': '2026-11-23T19:50',
    'le 3 décembre à 10h30': '2026-12-03T10:30',
  },
  es: { 'mañana a las 9:00': TOMORROW, 'en 2 horas': '2026-11-23T19:50', mañana: TOMORROW },
  it: { 'domani alle 9:00': TOMORROW, 'domani mattina': TOMORROW, 'tra 2 ore': '2026-11-23T19:50' },
  ja: { '明日9:00': TOMORROW, 明日: TOMORROW, 金曜日: '2026-11-27T09:00', 午後3時: '2026-11-24T15:00' },
  nl: { 'morgen om 9:00': TOMORROW, morgenochtend: TOMORROW, 'over 2 uur': '2026-11-23T19:50' },
  'pt-br': { 'amanhã às 9:00': TOMORROW, amanhã: TOMORROW, 'sexta-feira às 14:30': '2026-11-27T14:30' },
  ru: { 'завтра в 9:00': TOMORROW, 'через 2 часа': '2026-11-23T19:50', 'в пятницу днём': '2026-11-27T15:00' },
  'zh-hans': { 明天早上: TOMORROW, '2小时后': '2026-11-23T19:50', 周五下午: '2026-11-27T15:00' },
  ar: { 'غدًا 9:00': TOMORROW, 'صباح الغد': TOMORROW, 'بعد ساعتين': '2026-11-23T19:50' },
  // Languages without a parser of their own.
  pl: {
    'jutro o 9:00': TOMORROW,
    'za pół godziny': '2026-11-23T18:20',
    'w środę': '2026-11-25T09:00',
    '3 grudnia o 10:00': '2026-12-03T10:00',
    'tomorrow 9:00': TOMORROW,
  },
  he: {
    'מחר ב-9:00': TOMORROW,
    'בעוד שעתיים': '2026-11-23T19:50',
    'יום שישי אחר הצהריים': '2026-11-27T15:00',
    '3 בדצמבר ב-10:00': '2026-12-03T10:00',
  },
  sv: { 'tomorrow 9:00': TOMORROW },
};

for (const [language, times] of Object.entries(UNDERSTOOD))
  test(`times in words are read in the language ${language}`, async () => {
    const read = await loadTimeWords(language);
    const seen = Object.keys(times).map((words) => [words, wallTime(read(words, NOW) ?? NaN)]);
    assert.deepEqual(Object.fromEntries(seen), times);
  });

test('words that are only partly a time are not understood', async () => {
  for (const [language, list] of Object.entries({
    en: ['', 'bread', '9', 'day after tomorrow 10:00', 'tomorrow at 9 or so', 'x'.repeat(100)],
    de: ['24.12. 18:00', 'Brot', 'erinnere mich morgen'],
    fr: ['du pain', 'demain si possible'],
    he: ['לחם', 'מחר אם אפשר'],
    pl: ['chleb', 'jutro, jeśli się da'],
    'zh-hans': ['面包'],
  })) {
    const read = await loadTimeWords(language);
    for (const words of list) assert.equal(read(words, NOW), undefined, words);
  }
});

test('the examples in the dialog are understood', async () => {
  for (const language of CLIENT_LANGUAGES) {
    const read = await loadTimeWords(language);
    const examples = exampleIn(language)
      .split(/[:：] ?(?!\d)|[,،、，] ?/)
      .slice(1);
    assert.equal(examples.length, 3, language);
    for (const words of examples) assert.notEqual(read(words, NOW), undefined, `${language}: ${words}`);
  }
});

const exampleIn = (language: string): string => (readTexts(language).client[EXAMPLE] as string | undefined) ?? EXAMPLE;
