import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemmer } from 'stemmer';
import { indexMessages } from '../../../src/chat/messages/messages/jobs.ts';
import { Database } from '../../../src/kernel/db/database.ts';
import { fc, runs } from '../../support/random.ts';
import { newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const CONTENTS = [
  'She was running late',
  'he runs every day',
  'the half-life of uranium',
  'half a life',
  '東京都の天気はどうですか',
  '京都の天気',
  'Ünïcode, CAFÉ',
  'AND OR NOT NEAR content:x "quoted"',
  'see http://example.com/running',
  'run <b>away</b> & run',
];

async function library() {
  const team = newTeam();
  const { ada } = team;
  await ada.post('/channels/create', { name: 'books', subscribers: [ada.id], send_new_subscription_messages: false });
  for (const content of CONTENTS) await ada.sendMessage('books', 'runners <club>', content);
  const search = async (operand: string, more: unknown[] = []) =>
    (
      await ada.get('/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        apply_markdown: false,
        narrow: [['channel', 'books'], ['search', operand], ...more],
      })
    ).messages;
  return { ...team, search };
}

test('a search finds words by their stem, exact phrases, and parts of Chinese and Japanese text', async () => {
  const { search } = await library();
  const table: [string, number[]][] = [
    ['late', [0]],
    ['LATE she', [0]],
    ['late uranium', []],
    ['"was running"', [0]],
    ['"was run"', []],
    ['"running was"', []],
    ['uraniums', [2]],
    ['half-life', [2]],
    ['half life', [2, 3]],
    ['天気', [4, 5]],
    ['京都', [4, 5]],
    ['東京', [4]],
    ['都京', []],
    ['天気 東京', [4]],
    ['"の天気は"', [4]],
    ['cafe unicode', [6]],
    ['café', [6]],
    ['"unclosed', []],
    ['"uranium', [2]],
  ];
  for (const [operand, expected] of table) {
    const found = (await search(operand)).map(({ content }: { content: string }) => CONTENTS.indexOf(content));
    assert.deepEqual(found, expected, operand);
  }
  assert.equal((await search('runner')).length, CONTENTS.length, 'topics are searched too');
});

test('a quoted phrase is matched exactly, and not across formatting', async () => {
  const { ada, mia } = newTeam();
  const contents = [
    'one **two**',
    'one two',
    'One, two',
    'none twofold',
    '[one two](http://x.y)',
    '```spoiler one two\nthree\n```',
  ];
  for (const content of contents) await mia.sendDirectMessage([ada], content);
  const search = async (operand: string) =>
    (
      await ada.get('/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        apply_markdown: false,
        narrow: [['search', operand]],
      })
    ).messages.map(({ content }: { content: string }) => contents.indexOf(content));
  assert.deepEqual(await search('one two'), [0, 1, 2, 4, 5]);
  assert.deepEqual(await search('"one two"'), [1, 4, 5]);
  assert.deepEqual(await search('"one **two**"'), [0]);
  assert.deepEqual(await search('"one, two"'), [2]);
  assert.deepEqual(await search('three'), [5]);
});

test('a search finds words in every script, however they are written', async () => {
  const { ada } = newTeam();
  await ada.post('/channels/create', { name: 'books', subscribers: [ada.id], send_new_subscription_messages: false });
  const table: [content: string, ...operands: string[]][] = [
    ['ฉันชอบกินข้าวผัดทุกวัน', 'ข้าวผัด', '"กินข้าว"'],
    ['ຂ້ອຍມັກກິນເຂົ້າ', 'ເຂົ້າ'],
    ['ខ្ញុំចូលចិត្តបាយ', 'បាយ'],
    ['한국은 아름답다', '한국', '한국은'],
    ['كتب مُحَمَّد رسالة', 'محمد', 'مُحَمَّد'],
    ['Donau\u00addampf\u00adschiff', 'Donaudampfschiff'],
    ['An inv\u200bis\ufeffible word', 'invisible', 'in\ufeffvisible', '"invisible word"', '"inv\u200eisible word"'],
    ['Die Straße ist lang', 'strasse', 'Straße', 'STRASSE'],
    ['Łódź, smørrebrød and Œuvre', 'lodz', 'smorrebrod', 'oeuvre', 'Łódź'],
    ['the very end of it', '“very end”', '„very end“', '«very end»', '»very end«'],
    [
      'very late, the end',
      '‹late, the›',
      '›late, the‹',
      '「late, the」',
      '『late, the』',
      '＂late, the＂',
      '〝late, the〟',
    ],
    ['the late riser', '"the late"'],
  ];
  for (const [content] of table) await ada.sendMessage('books', 'all', content);
  for (const [content, ...operands] of table)
    for (const operand of operands) {
      const narrow = [{ operator: 'search', operand }];
      const { messages } = await ada.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow,
        apply_markdown: false,
      });
      assert.deepEqual(
        messages.map((message: { content: string }) => message.content),
        [content],
        operand,
      );
    }
});

test('no search input is interpreted as the index’s query language', async () => {
  const { search } = await library();
  for (const operand of ['AND', 'OR', 'NOT', 'NEAR', '"quoted"', 'content', 'content:x', '"content:x"'])
    assert.deepEqual(
      (await search(operand)).map(({ content }: { content: string }) => CONTENTS.indexOf(content)),
      [7],
      operand,
    );
  for (const operand of [
    '*',
    '^',
    '()',
    '""',
    "'",
    '{marks}:r1',
    'marks:r1',
    'r1',
    's3',
    '-',
    '+',
    ':)',
    'x"; DROP TABLE message; --',
    '"a" OR "b"',
    '\u0000',
    'NEAR(run late, 5)',
  ])
    assert.deepEqual(await search(operand), [], operand);
  const { app, ada } = newTeam();
  await ada.sendDirectMessage([ada], 'hello');
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
      async (operand) => {
        const reply = await ada.request('GET', '/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [['search', operand], { operator: 'search', operand, negated: true }],
        });
        assert.equal(reply.status, 200, reply.msg);
      },
    ),
    runs(100),
  );
  assert.ok(app);
});

test('matches are marked in content and topic, and nothing else changes', async () => {
  const { search } = await library();
  const marks = async (operand: string) => {
    const [{ match_content, match_subject }] = (await search(operand)).slice(-1);
    return [match_content, match_subject];
  };
  const topic = 'runners &lt;club&gt;';
  const hit = (text: string) => `<span class="highlight">${text}</span>`;
  assert.deepEqual(await marks('she runs'), [`<p>${hit('She')} was ${hit('running')} late</p>`, topic]);
  assert.deepEqual(await marks('runner away'), [
    `<p>run &lt;b&gt;${hit('away')}&lt;/b&gt; &amp; run</p>`,
    `${hit('runners')} &lt;club&gt;`,
  ]);
  assert.deepEqual(await marks('東京 天気'), [`<p>${hit('東京')}都の${hit('天気')}はどうですか</p>`, topic]);
  assert.deepEqual(await marks('half-life'), [`<p>the ${hit('half')}-${hit('life')} of uranium</p>`, topic]);
  const [found] = await search('late', [{ operator: 'search', operand: 'uranium', negated: true }]);
  assert.equal(found.match_content, `<p>She was running ${hit('late')}</p>`);
});

test('words are stemmed for marking as in the index', () => {
  const db = new Database(':memory:');
  db.script(`CREATE VIRTUAL TABLE words USING fts5 (word, tokenize = "porter unicode61 remove_diacritics 2");
    CREATE VIRTUAL TABLE stems USING fts5vocab (words, 'row')`);
  const insert = db.run<[word: string]>('INSERT INTO words VALUES (?)');
  const stem = db.value<string, []>('SELECT term FROM stems');
  const clear = db.run('DELETE FROM words');
  const beginnings = fc.constantFrom(
    'run',
    'hop',
    'relat',
    'happi',
    'adjust',
    'generaliz',
    'troubl',
    'oscillat',
    'say',
    'control',
    'bowdl',
    'agre',
  );
  const endings = [
    '',
    's',
    'es',
    'ies',
    'ed',
    'ing',
    'ning',
    'ational',
    'izer',
    'fulness',
    'y',
    'e',
    'ly',
    'ement',
    'ion',
    'able',
    'll',
    'iveness',
  ];
  const word = fc.tuple(beginnings, fc.constantFrom(...endings)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(word, (text) => {
      db.write(() => {
        clear();
        insert(text);
      });
      assert.equal(stemmer(text), stem());
      assert.equal(text[0], stem()![0], 'only words with the first letter of a stem are compared');
    }),
    runs(150),
  );
  db.close();
});

test('many messages are indexed a hundred at a time, without a search or a job', async () => {
  const { ada, app } = newTeam();
  await ada.post('/channels/create', { name: 'books', subscribers: [ada.id], send_new_subscription_messages: false });
  await ada.sendMessage('books', 'counts', 'page 0');
  const waiting = app.db.value<number>('SELECT (SELECT max(id) FROM message) - indexed_to FROM search_progress');
  const steps: number[] = [];
  const { onCommit } = app.db;
  app.db.onCommit = () => {
    steps.push(waiting()!);
    onCommit!();
  };
  await Promise.all(Array.from({ length: 450 }, (_, n) => ada.sendMessage('books', 'counts', `page ${n}`)));
  await waitUntil(() => waiting()! < 100);
  for (let at = 1; at < steps.length; at++)
    assert.ok(steps[at - 1]! - steps[at]! <= 100, `${steps[at - 1]} waited, then ${steps[at]}`);
});

test('the search index stays in few parts, since each takes a search some time', async () => {
  const { ada, app } = newTeam();
  await ada.post('/channels/create', { name: 'books', subscribers: [ada.id], send_new_subscription_messages: false });
  const parts = app.db.value<number>('SELECT count(DISTINCT segid) FROM message_search_idx');
  // Fewer than SQLite merges by itself when it has to, all at once.
  for (let n = 0; n < 15; n++) {
    await ada.sendMessage('books', 'counts', `page ${n}`);
    await indexMessages.run(app);
  }
  assert.ok(parts()! <= 8, `${parts()} parts`);
  const { messages } = await ada.get('/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [['search', 'page']],
  });
  assert.equal(messages.length, 15);
});
