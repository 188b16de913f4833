import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { mailText, REPLY_OPTIONS } from '../../../src/chat/integrations/mail-in/content-rules.ts';
import { readMail } from '../../../src/kernel/mail/reading/read-mail.ts';
import { temporaryFolder } from '../../support/process.ts';
import { mail } from './mails.ts';
import {
  ATTRIBUTIONS,
  BLOCKS,
  DEVICE_LINES,
  HTML_SHAPES,
  INLINE_SHAPES,
  LIST_FOOTERS,
  NAMED_SIGNATURES,
  NAMED_TEXTS,
  WHOLE_TEXTS,
} from './reply-shapes.ts';

const folder = temporaryFolder();

/** What is posted of a reply to a notification. */
async function postedText(
  body: string,
  type = 'text/plain; charset=utf-8',
  from?: string,
): Promise<string | undefined> {
  const path = join(folder, 'reply.eml');
  await writeFile(path, mail({ from, to: 'chat@klatch.example', type, body }));
  return mailText(await readMail({ path, folder, prefersHtml: false }), REPLY_OPTIONS);
}
const postedHtml = (body: string) => postedText(body, 'text/html; charset=utf-8');
const postedByMiller = (body: string) => postedText(body, undefined, 'Mia Miller <mia@example.com>');

/** Checks all rows, so that a failure shows every one that fails. */
async function assertAll(rows: readonly (readonly [body: string, expected: string])[], post = postedText) {
  const wrong = [];
  for (const [body, expected] of rows) {
    const posted = await post(body);
    if (posted !== expected) wrong.push({ body, posted, expected });
  }
  assert.deepEqual(wrong, []);
}

const REPLY = 'Yes, they are ripe.\n\nAll of them!';
const QUOTE = '> Are the tomatoes ripe?\n>\n> And the pears?';

test('a reply above, below or without a line before the quote is posted alone, in every language', () =>
  assertAll(
    ATTRIBUTIONS.flatMap((attribution) => [
      [`${REPLY}\n\n${attribution}\n\n${QUOTE}\n`, REPLY],
      [`${REPLY}\n${attribution}\n${QUOTE}\n`, REPLY],
      [`${attribution}\n${QUOTE}\n\n${REPLY}\n`, REPLY],
      [`${REPLY}\n\n> ${attribution.replaceAll('\n', '\n> ')}\n>\n${QUOTE}\n`, REPLY],
    ]),
  ));

/** An attribution with one line break, at each of its blanks. */
const wrapEverywhere = (attribution: string): string[] =>
  [...attribution.matchAll(/ /g)].map(({ index }) => `${attribution.slice(0, index)}\n${attribution.slice(index + 1)}`);

test('a reply of one word directly above a wrapped attribution is never lost', async () => {
  for (const attribution of ATTRIBUTIONS.flatMap((each) => [each, ...wrapEverywhere(each)])) {
    const posted = await postedText(`Hello\n${attribution}\n${QUOTE}\n`);
    assert.match(posted ?? '', /^Hello(?!.*> Are)/s, attribution);
  }
});

test('a reply of one word directly above an attribution that begins with a day is posted alone', () =>
  assertAll(
    ['02.04.2026 14:20 пользователь "Klatch" <\nchat@klatch.example> написал:', '21.11.2026 12:00, Klatch\nпишет:'].map(
      (attribution) => [`Hello\n${attribution}\n\n${QUOTE}\n`, 'Hello'],
    ),
  ));

/** As a program with `format=flowed` writes it: lines that continue end with a space. */
const postedFlowed = (body: string) => postedText(body, 'text/plain; charset=utf-8; format=flowed');

test('a reply directly below a flowed line of a quote is posted', () =>
  assertAll(
    [
      ['On 11/21/26 12:00, Klatch wrote:\n> Are the \n> tomatoes ripe? \nYes, they \nare.', 'Yes, they are.'],
      ['On 11/21/26 12:00, Klatch wrote:\n>> Are they \n> Who knows \n> Max? \nI do.\n-- \nMia', 'I do.'],
      ['Yes. \nThey are.\n \n >From me', 'Yes. They are.\n\n\\>From me'],
    ],
    postedFlowed,
  ));

test('the spaces of flowed lines are removed if the mail says so', async () => {
  const type = 'text/plain; charset=utf-8; format=flowed; delsp=yes';
  assert.equal(await postedText('トマト \nです', type), 'トマトです');
});

test('a reply between the lines of a quote keeps the lines that it answers', () =>
  assertAll(
    ATTRIBUTIONS.map((attribution) => [
      `${attribution}\n> Are the tomatoes ripe?\nYes, they are.\n> And the pears?\n\nNot yet.\n> Thank you\n`,
      '> Are the tomatoes ripe?\n\nYes, they are.\n> And the pears?\n\nNot yet.',
    ]),
  ));

test('a quote without marks is cut below a reply, in every language', () =>
  assertAll(BLOCKS.map((block) => [`${REPLY}\n\n${block}\n\nAre the tomatoes ripe?\n\nAnd the pears?\n`, REPLY])));

test('a reply below a quote without marks is kept', async () => {
  for (const block of BLOCKS) {
    const posted = await postedText(`${block}\n\nAre the tomatoes ripe?\n\n${REPLY}\n`);
    assert.ok(posted?.endsWith(REPLY), block);
  }
});

test('what phones and programs write below a mail is cut, in every language', () =>
  assertAll(
    DEVICE_LINES.flatMap((line) => [
      [`${REPLY}\n\n${line}\n`, REPLY],
      [`${REPLY}\n\n${line}\n\n${ATTRIBUTIONS[0]}\n${QUOTE}\n`, REPLY],
      [`${REPLY}\n\n${line}\n\n${BLOCKS[0]}\n\nAre the tomatoes ripe?\n`, REPLY],
    ]),
  ));

test('signatures are cut', () =>
  assertAll([
    [`${REPLY}\n\n-- \nMia\nGardener\n`, REPLY],
    [`${REPLY}\n\n--\nMia\nGardener\n`, REPLY],
    [`${REPLY}\n\n-- \nMia\n\n${ATTRIBUTIONS[0]}\n${QUOTE}\n`, REPLY],
    [`${ATTRIBUTIONS[0]}\n${QUOTE}\n\n${REPLY}\n\n-- \nMia\n`, REPLY],
    [`${REPLY}\n\nBest regards,\nMia\nGardener\n`, REPLY],
    [`${REPLY}\n\nMit freundlichen Grüßen\nMia\n\n${BLOCKS[2]}\n\nSind sie reif?\n`, REPLY],
    [`${REPLY}\n\nCordialement,\nMia\n`, REPLY],
    [`${REPLY}\n\nMed vänliga hälsningar\nMia\n`, REPLY],
    [`${REPLY}\n\nMit freundlichen Grüßen / Kind regards\nMia\n`, REPLY],
    [`${REPLY}\n\nCheers 🍅\nMia\n`, REPLY],
    [`${REPLY}\n\nWith best regards,\nMia\nGarden Tools Inc.\n`, REPLY],
  ]));

test('what a mailing list writes below a mail is cut', () =>
  assertAll(
    LIST_FOOTERS.flatMap((footer) => [
      [`${REPLY}\n\n${footer}\n`, REPLY],
      [`${REPLY}\n${footer}\n`, REPLY],
      [`${REPLY}\n\n${ATTRIBUTIONS[0]}\n${QUOTE}\n\n${footer}\n`, REPLY],
      [`${ATTRIBUTIONS[0]}\n${QUOTE}\n\n${REPLY}\n\n${footer}\n`, REPLY],
    ]),
  ));

test('a signature that only the name of its author marks is cut', () =>
  assertAll(
    NAMED_SIGNATURES.flatMap((signature) => [
      [`${REPLY}\n\n${signature}\n`, REPLY],
      [`${REPLY}\n\n${signature}\n\n${ATTRIBUTIONS[0]}\n${QUOTE}\n`, REPLY],
      [`${REPLY}\n\n${signature}\n\n${ATTRIBUTIONS[0]}\n${QUOTE}\n\n${LIST_FOOTERS[0]}\n`, REPLY],
    ]),
    postedByMiller,
  ));

test('a signature that only the name of its author marks is cut from HTML', () =>
  assertAll(
    NAMED_SIGNATURES.map((signature) => [
      `<div><p>Yes, they are ripe.</p><p>${signature.replaceAll('\n', '<br>')}</p></div>`,
      'Yes, they are ripe.',
    ]),
    (body) => postedText(body, 'text/html; charset=utf-8', 'Mia Miller <mia@example.com>'),
  ));

test('the name of the author is kept where it is a part of the text', () =>
  assertAll(
    NAMED_TEXTS.map((text) => [`${text}\n`, text]),
    postedByMiller,
  ));

test('no word of its author is cut from a text that looks like a quote or a signature', () =>
  assertAll(WHOLE_TEXTS.map((text) => [`${text}\n`, text])));

test('HTML of every mail program is posted without its quote and its signature', () =>
  assertAll(
    Object.values(HTML_SHAPES).flatMap((shape) => [
      [shape.replace('TEXT', 'Yes, they are ripe.'), 'Yes, they are ripe.'],
      [
        shape.replace('TEXT', '<div>Yes, they are ripe.</div><div><b>All</b> of them!</div>'),
        REPLY.replace('\n\n', '\n').replace('All', '**All**'),
      ],
    ]),
    async (body) => (await postedHtml(body))?.replace('\n\n', '\n'),
  ));

test('a reply between the lines of a quote in HTML keeps the lines that it answers', async () => {
  for (const [program, shape] of Object.entries(INLINE_SHAPES)) {
    const posted = await postedHtml(shape);
    assert.match(
      posted ?? '',
      /> Are the tomatoes ripe\?\n\nYes, they are\.\n\n> And the pears\?\n\nNot yet\.$/,
      program,
    );
  }
});
