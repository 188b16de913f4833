import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/shared/code-languages.ts';
import { nextIndex, readWidget } from '../../src/web/store/widgets.ts';
import { bestMatches, matchQuality } from '../../src/web/text/name-matching.ts';
import { breakLine, indentLines, withTidyBlocks } from '../../src/web/views/compose/code-blocks.ts';
import { completionContextAt } from '../../src/web/views/compose/completion-context.ts';
import {
  type Change,
  continueList,
  type Field,
  type Format,
  toggleFormat,
} from '../../src/web/views/compose/format.ts';
import { languagesLike } from '../../src/web/views/compose/languages.ts';
import { readSeconds, suggestedTimes, timeMarkdown, wallTime } from '../../src/web/views/compose/suggested-times.ts';

/** A text with its selection between two bars, as in `a |word|`. */
function field(marked: string): Field {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  return start === end
    ? { text: marked.replace('|', ''), start, end: start }
    : { text: marked.replaceAll('|', ''), start, end: end - 1 };
}

function changed({ text }: Field, change: Change): string {
  const after = text.slice(0, change.from) + change.text + text.slice(change.to);
  const { start, end } = change;
  return start === end
    ? `${after.slice(0, start)}|${after.slice(start)}`
    : `${after.slice(0, start)}|${after.slice(start, end)}|${after.slice(end)}`;
}

const words = { url: 'url', header: 'Header' };
const format = (how: Format, marked: string): string => changed(field(marked), toggleFormat(how, field(marked), words));

test('formatting is applied to the selection and removed again', () => {
  assert.equal(format('bold', 'a |word| here'), 'a **|word|** here');
  assert.equal(format('bold', 'a **|word|** here'), 'a |word| here');
  assert.equal(format('bold', 'a |word |here'), 'a **|word|** here', 'spaces stay outside');
  assert.equal(format('italic', '**|word|**'), '***|word|***', 'bold is not a star in italics');
  assert.equal(format('italic', '*|word|*'), '|word|');
  assert.equal(format('bold', 'nothing |'), 'nothing **|**');
  assert.equal(format('link', 'see |this|'), 'see [this](|url|)');
  assert.equal(format('link', '|https://example.com|'), '[|](https://example.com)');
  assert.equal(format('bullets', 'x\n|one\ntwo|'), 'x\n|- one\n- two|');
  assert.equal(format('numbers', '|- one\n- two|'), '|1. one\n2. two|');
  assert.equal(format('bullets', '|- one\n- two|'), '|one\ntwo|');
  assert.equal(format('quote', 'so\n|they said|'), 'so\n```quote\n|they said|\n```');
  assert.equal(format('code', '|a\n```\nb|'), '````\n|a\n```\nb|\n````', 'a fence longer than any inside');
  assert.equal(format('code', '|x|'), '`|x|`');
  assert.equal(format('spoiler', '|x|'), '```spoiler Header\n|x|\n```');
  assert.equal(format('math', '|x|'), '$$|x|$$');
});

test('a selection becomes a code block on lines of its own, and text again', () => {
  assert.equal(format('codeBlock', 'see |f()| here'), 'see \n```\n|f()|\n```\n here');
  assert.equal(format('codeBlock', '|a\nb|'), '```\n|a\nb|\n```');
  assert.equal(format('codeBlock', 'x\n```js\n|a\nb|\n```\ny'), 'x\n|a\nb|\ny');
  assert.equal(format('codeBlock', 'so|'), 'so\n```\n|\n```');
  assert.equal(format('codeBlock', '|a\n```\nb|'), '````\n|a\n```\nb|\n````', 'a fence longer than any inside');
});

test('Enter in a block begins a line, and closes a block that it opens', () => {
  const next = (marked: string) => {
    const change = breakLine(field(marked));
    return change && changed(field(marked), change);
  };
  assert.equal(next('```|'), '```\n|\n```');
  assert.equal(next('so\n~~~~ python|\n'), 'so\n~~~~ python\n|\n~~~~\n');
  assert.equal(next('> ```js|'), '> ```js\n> |\n> ```');
  assert.equal(next('```js|\nalert()\n```'), '```js\n|\nalert()\n```', 'it is closed already');
  assert.equal(next('```js|\nalert()'), '```js\n|\nalert()', 'what follows is code');
  assert.equal(next('```\n  if (a)|'), '```\n  if (a)\n  |', 'with the same indentation');
  assert.equal(next('```quote\n```js\na|\n```\n```'), '```quote\n```js\na\n|\n```\n```');
  assert.equal(next('```quote\na|\n```'), '```quote\na\n|\n```');
  for (const outside of ['text|', '```\na\n```|', '```quote\na\n```\nb|', 'use ```a``` here|', '```a```|'])
    assert.equal(next(outside), undefined, outside);
});

test('Tab indents the lines of a code block, and Shift+Tab takes that back', () => {
  const indented = (marked: string, isLess = false) => {
    const change = indentLines(field(marked), isLess);
    return change && changed(field(marked), change);
  };
  assert.equal(indented('```\n|'), '```\n  |');
  assert.equal(indented('```\n|a\n\nb|\n```'), '```\n  |a\n\n  b|\n```');
  assert.equal(indented('```\n  |a\n   b|\n```', true), '```\n|a\n b|\n```');
  assert.equal(indented('```\na|', true), '```\na|', 'nothing to take back');
  assert.equal(indented('```\n    a\n|'), '```\n    a\n    |', 'as the code already does');
  assert.equal(indented('```\n\ta\n|'), '```\n\ta\n\t|');
  for (const outside of ['a|', '```js|', '```\na\n```|', '```quote\na|\n```'])
    assert.equal(indented(outside), undefined, outside);
});

test('an empty code block is not sent', () => {
  for (const empty of ['```', '```js', '```\n```', '~~~ py\n\n  \n~~~', '```quote\n```js\n```\n```'])
    assert.equal(
      withTidyBlocks(empty)
        .replace(/^```quote\n```$/, '')
        .trim(),
      '',
      empty,
    );
  assert.equal(withTidyBlocks('so\n```\n\n```\nhere'), 'so\nhere');
  for (const kept of ['```\na\n```', '````\n```\n```\n````', '```\na', 'so ``` here'])
    assert.equal(withTidyBlocks(kept), kept);
});

test('the language of a code block that is completely typed wins over longer ones', () => {
  const found = (query: string) => languagesLike(query, 8).map(({ alias }) => alias);
  for (const name of ['quote', 'spoiler', 'math', ...Object.values(LANGUAGES).flatMap((all) => all.split(' '))])
    assert.ok([name, undefined].includes(found(name)[0]), `${name}: ${found(name)}`);
  assert.equal(found('JS')[0] ?? 'JS', 'JS');
  assert.equal(found('pyt')[0], 'python');
  assert.deepEqual(found('vascript'), [], 'not in the middle of a word');
});

test('a list or quote continues on the next line and ends at an empty item', () => {
  const next = (marked: string) => {
    const change = continueList(field(marked));
    return change && changed(field(marked), change);
  };
  assert.equal(next('- one|'), '- one\n- |');
  assert.equal(next('9. nine|'), '9. nine\n10. |');
  assert.equal(next('- one\n- |'), '- one\n|');
  assert.equal(next('> said|'), '> said\n> |');
  assert.equal(next('> said\n> |'), '> said\n|');
  assert.equal(next('no list|'), undefined);
});

test('the completed word is recognized by its prefix, and ignored within code and URLs', () => {
  const kind = (text: string) => {
    const wanted = completionContextAt(text, text.length);
    return wanted && [wanted.kind, wanted.query, wanted.from];
  };
  assert.deepEqual(kind('hello @ma'), ['person', 'ma', 6]);
  assert.deepEqual(kind('@**Max Mus'), ['person', 'Max Mus', 0]);
  assert.deepEqual(kind('(@_ma'), ['silent', 'ma', 1]);
  assert.equal(kind('mail@example'), undefined);
  assert.deepEqual(kind('in #kit'), ['channel', 'kit', 3]);
  assert.deepEqual(kind('in #kitchen>lu'), ['topic', 'lu', 3]);
  assert.deepEqual(kind('in #**front office>'), ['topic', '', 3]);
  assert.deepEqual(kind('good :ta'), ['emoji', 'ta', 5]);
  assert.equal(kind('at 10:30'), undefined);
  assert.equal(kind('https://exa'), undefined);
  assert.deepEqual(kind('/po'), ['slash', 'po', 0]);
  assert.equal(kind('and /po'), undefined);
  assert.deepEqual(kind('```py'), ['language', 'py', 0]);
  assert.deepEqual(kind('at <time'), ['time', '', 3]);
  assert.deepEqual(kind('at <time:to'), ['time', 'to', 3]);
  for (const text of ['it took <timeout', 'a<time', ':-D', ':-o', ':-P', ':-)', ';-)', ':)', 'so :-Dx'])
    assert.equal(kind(text), undefined, text);
  for (const name of ['+1', '-1', '100', '_x', 'éclair']) assert.deepEqual(kind(`:${name}`), ['emoji', name, 0]);
  assert.equal(kind('```\n@ma'), undefined);
  assert.deepEqual(kind('```quote\na\n```\n@ma'), ['person', 'ma', 15], 'after a quotation');
  assert.equal(kind('`@ma'), undefined);
  assert.deepEqual(kind('```quote\n@ma'), ['person', 'ma', 9]);
});

test('prefixes rank above other matches, accents are ignored, and people nearby come first', () => {
  assert.equal(matchQuality('zoe', 'Zoë'), 0);
  assert.equal(matchQuality('mu', 'Max Mustermann'), 2);
  assert.equal(matchQuality('xyz', 'Max'), undefined);
  assert.equal(matchQuality('brien', 'Ann O’Brien'), 2);
  assert.equal(matchQuality('太郎', '山田太郎'), 2, 'no spaces separate words');
  const near = new Map([
    ['Maria', 2],
    ['Max', 1],
    ['Tamara', 0],
  ]);
  assert.deepEqual(
    bestMatches(
      near.keys(),
      'ma',
      (name) => [name],
      5,
      (name) => near.get(name)!,
    ),
    ['Max', 'Maria', 'Tamara'],
  );
});

test('suggested times are in the future, and a time is formatted with its offset from UTC', () => {
  for (const now of [new Date(2026, 10, 20, 8), new Date(2026, 10, 22, 23, 59), new Date(2026, 11, 31, 15)])
    for (const kind of ['send', 'remind'] as const) {
      const all = suggestedTimes(now, kind);
      assert.ok(all.length >= 1);
      for (const { at } of all) assert.ok(at > now.getTime() / 1000);
      assert.equal(new Set(all.map(({ at }) => at)).size, all.length, 'each once');
    }
  const seconds = 1_795_000_020;
  assert.equal(readSeconds(wallTime(seconds)), seconds);
  const [, written] = /^<time:(.+)>$/.exec(timeMarkdown(seconds))!;
  assert.equal(Date.parse(written!) / 1000, seconds);
});

test('a poll and a to-do list have the same state in any order of their events', () => {
  const said = (id: number, sender_id: number, content: object) => ({
    id,
    sender_id,
    content: JSON.stringify(content),
  });
  const poll = [
    said(1, 7, { widget_type: 'poll', extra_data: { question: 'Dessert?', options: ['Cake', 'Fruit'] } }),
    said(3, 8, { type: 'vote', key: 'canned,0', vote: 1 }),
    said(2, 7, { type: 'vote', key: 'canned,0', vote: 1 }),
    said(4, 8, { type: 'new_option', option: 'Ice', idx: 1 }),
    said(5, 8, { type: 'question', question: 'Hijacked' }),
    said(6, 7, { type: 'question', question: 'Sweets?' }),
    said(7, 7, { type: 'vote', key: 'canned,0', vote: -1 }),
    said(8, 9, { type: 'new_option', option: 'Ice', idx: 1 }),
  ];
  const widget = readWidget(poll, 7);
  assert.deepEqual(widget, {
    kind: 'poll',
    question: 'Sweets?',
    options: [
      { key: 'canned,0', text: 'Cake', voters: [8] },
      { key: 'canned,1', text: 'Fruit', voters: [] },
      { key: '8,1', text: 'Ice', voters: [8] },
    ],
  });
  assert.equal(nextIndex(poll, 8), 2);
  const todo = [
    said(1, 7, {
      widget_type: 'todo',
      extra_data: { task_list_title: 'Shopping', tasks: [{ task: 'Cake', desc: '' }] },
    }),
    said(2, 8, { type: 'strike', key: '0,canned' }),
    said(3, 8, { type: 'new_task', key: 2, task: 'Tea', desc: 'green', completed: false }),
    { id: 4, sender_id: 9, content: 'no JSON' },
  ];
  assert.deepEqual(readWidget(todo, 7), {
    kind: 'todo',
    title: 'Shopping',
    tasks: [
      { key: '0,canned', task: 'Cake', note: '', done: true },
      { key: '2,8', task: 'Tea', note: 'green', done: false },
    ],
  });
  assert.equal(readWidget([said(1, 7, { widget_type: 'game' })], 7), undefined);
});
