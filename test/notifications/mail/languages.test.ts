import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_LANGUAGES, translationsIn } from '../../../src/chat/notifications/mail/translations/find.ts';

const VALUES = {
  name: 'Nina',
  organization: 'The Kitchen',
  url: 'https://chat.example.com/x',
  email: 'nina@example.com',
  inviter: 'Ada',
  account: 'Old Nina',
  detail: 'Laptop',
  device: 'Firefox',
  ip: '192.0.2.7',
  time: '12:30',
  by: 'Mia',
  comment: 'Bye!',
};

/** What the texts get that do not take `VALUES`. */
const PARAMETERS: Readonly<Record<string, readonly unknown[]>> = {
  'announcement.why': [{ sender: 'Ada', organization: 'The Kitchen' }, '(them)'],
  'announcement.audience.everyone': [],
  'announcement.audience.role': [],
  'announcement.audience.group': ['Cooks'],
  'announcement.audience.channel': ['kitchen'],
  'missed.direct': ['Ada'],
  'missed.group': ['Ada and Mia'],
  'missed.topic': ['kitchen', 'soup'],
  'missed.more': ['Ada', 17],
  'missed.hidden': ['The Kitchen'],
  'missed.and': [['Ada', 'Mia', 'Max', 'Abe', 'Gus']],
  'missed.hiddenText': [17, 'The Kitchen'],
  'missed.why': [['(one)', '(two)']],
  'missed.dropped': [17],
  'digest.subject': ['The Kitchen'],
  'digest.intro': [17],
  'digest.conversation': [17, 'Ada'],
};

/** Every text of a language with values filled in, by its path. */
function textsOf(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'function') return [[path, JSON.stringify(words(...(PARAMETERS[path] ?? [VALUES])))]];
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words as object).flatMap(([key, inner]) => textsOf(inner, path ? `${path}.${key}` : key));
}

/** The values that a text shows. */
const shown = (text: string): string[] =>
  [...Object.values(VALUES), ...Object.values(PARAMETERS).flat(3)]
    .map(String)
    .filter((value) => /\w/.test(value) && text.includes(value))
    .sort();

const english = Object.fromEntries(textsOf(translationsIn('en').words));

for (const language of MAIL_LANGUAGES.filter((code) => code !== 'en'))
  test(`${language}: every text of mails is translated and shows its values`, () => {
    const { words, language: found } = translationsIn(language);
    assert.equal(found, language);
    for (const [path, text] of textsOf(words)) {
      // A channel and a topic read the same in all languages.
      if (path !== 'missed.topic') assert.notEqual(text, english[path], path);
      assert.deepEqual(shown(text), shown(english[path]!), path);
    }
  });

test('mails are in the closest language, or in English', () => {
  const languages = ['de-AT', 'pt', 'pt-pt', 'sv', 'zh-tw'].map((code) => translationsIn(code).language);
  assert.deepEqual(languages, ['de', 'pt-br', 'pt-br', 'en', 'en']);
});

test('a paragraph of a mail has the name of the organization once, even if it has the name of the product', () => {
  const organization = 'Klatch';
  for (const language of MAIL_LANGUAGES) {
    const paragraphs = textsOf(translationsIn(language).words).map(([path]) => path);
    for (const path of paragraphs) {
      const write = path
        .split('.')
        .reduce((words, key) => (words as never)[key], translationsIn(language).words as never);
      if (typeof write !== 'function' || PARAMETERS[path]) continue;
      const { blocks = [] } = (write as (values: object) => { blocks?: unknown[] })({ ...VALUES, organization });
      for (const block of blocks)
        if (typeof block === 'string') assert.ok(block.split('Klatch').length <= 2, `${language} ${path}: ${block}`);
    }
  }
});
