import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlertWords } from '../../../src/chat/personal/alert-words/repository.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

const words = async (person: TestUser) => (await person.get('/users/me/alert_words')).alert_words;
const add = (person: TestUser, ...alert_words: string[]) => person.post('/users/me/alert_words', { alert_words });

async function inDesign() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  return team;
}

test('alert words are private to their user, and unique regardless of case', async () => {
  const { mia, ada } = newTeam();
  const other = await ada.registerQueue();
  const [heard] = await mia.assertReceives(() => add(mia, ' Pizza ', 'deploy', '', 'pizza'), { type: 'alert_words' });
  assert.deepEqual(heard, { type: 'alert_words', alert_words: ['deploy', 'Pizza'] });
  await mia.assertReceives(() => add(mia, 'PIZZA'));
  assert.deepEqual(await words(mia), ['deploy', 'Pizza']);
  assert.deepEqual((await mia.post('/register')).alert_words, ['deploy', 'Pizza']);
  await mia.assertReceives(
    async () => {
      const { alert_words } = await mia.delete('/users/me/alert_words', { alert_words: ['pizza', 'unheard'] });
      assert.deepEqual(alert_words, ['deploy']);
    },
    { type: 'alert_words', alert_words: ['deploy'] },
  );
  await mia.assertReceives(() => mia.delete('/users/me/alert_words', { alert_words: ['pizza'] }));
  await assertRejected(
    mia.request('POST', '/users/me/alert_words', { alert_words: ['x'.repeat(101)] }),
    /too long/,
    'BAD_REQUEST',
  );
  await assertRejected(
    mia.request('POST', '/users/me/alert_words'),
    "Missing 'alert_words' argument",
    'REQUEST_VARIABLE_MISSING',
  );
  assert.deepEqual(await words(ada), []);
  assert.deepEqual(await other.events(), []);
});

test('a message with an alert word is flagged for its recipients with that word, not for its sender', async () => {
  const { ada, mia, max, mona } = await inDesign();
  for (const person of [ada, mia, mona]) await add(person, 'Lunch');
  const flagged = { type: 'message', flags: ['has_alert_word'] };
  let id = 0;
  await mona.assertReceives(() =>
    max.assertReceives(
      () =>
        mia.assertReceives(async () => {
          id = await ada.sendMessage('design', 'food', 'who is up for **lunch**?');
        }, flagged),
      { type: 'message', flags: [] },
    ),
  );
  const alerted = async (person: TestUser) =>
    (
      await person.get('/messages', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'is', operand: 'alerted' }],
      })
    ).messages as Reply[];
  assert.deepEqual(
    (await alerted(mia)).map((message) => [message.id, message.flags]),
    [[id, ['has_alert_word']]],
  );
  for (const person of [ada, max, mona]) assert.deepEqual(await alerted(person), []);
  await mia.assertReceives(() => max.sendDirectMessage([mia], 'Lunch?'), flagged);
  await mia.assertReceives(() => max.sendDirectMessage([mia], 'Launch?'), { type: 'message', flags: [] });
  await mia.delete('/users/me/alert_words', { alert_words: ['lunch'] });
  await mia.assertReceives(() => max.sendDirectMessage([mia], 'Lunch!'), { type: 'message', flags: [] });
  assert.equal((await alerted(mia)).length, 2, 'what was flagged stays so');
});

test('an edited message is checked for alert words again', async () => {
  const { ada, mia, max } = await inDesign();
  for (const person of [ada, mia]) await add(person, 'lunch');
  const id = await ada.sendMessage('design', 'food', 'Breakfast?');
  const edit = (content: string) => ada.patch(`/messages/${id}`, { content });
  const flagged = { type: 'update_message', flags: ['has_alert_word'] };
  await max.assertReceives(() => mia.assertReceives(() => edit('Lunch?'), flagged), {
    type: 'update_message',
    flags: [],
  });
  await mia.assertReceives(() => edit('Dinner?'), { type: 'update_message', flags: [] });
});

test('alert words match literally: phrases, punctuation and other scripts match, parts of words do not', () => {
  const all = ['lunch', 'lunch break', 'c++', 'über', '会議', 'ß', '@ops'];
  const alerts = new AlertWords(all.map((word_key, at) => ({ user_id: at, word_key })));
  const found = (text: string) => [...alerts.waitingFor(text)].map((at) => all[at]).sort();
  assert.deepEqual(found('LUNCH'), ['lunch']);
  assert.deepEqual(found('A lunch break, with "Lunch".'), ['lunch', 'lunch break']);
  assert.deepEqual(found('lunches, prelunch, lunch_box, https://a.b/lunch, #lunch'), []);
  assert.deepEqual(found('In C++: ÜBER'), ['c++', 'über']);
  assert.deepEqual(found('drüber'), []);
  assert.deepEqual(found('今日、会議。'), ['会議']);
  assert.deepEqual(found('ask @ops, not me@ops'), ['@ops']);
  assert.deepEqual(found(''), []);
});

test('an alert word in a script without blanks is found within a sentence', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] });
  const flags = async (content: string): Promise<string[]> => {
    const id = await ada.sendMessage('open', 'all', content);
    return (await mia.get(`/messages/${id}`)).message.flags;
  };
  await mia.post('/users/me/alert_words', { alert_words: ['東京', '한국', 'ข้าว', 'API'] });
  for (const content of ['昨日東京都へ行った', '한국은 아름답다', 'ฉันกินข้าวผัด', 'このAPIを使う'])
    assert.ok((await flags(content)).includes('has_alert_word'), content);
  for (const content of ['京東', 'APIs', 'rapid'])
    assert.ok(!(await flags(content)).includes('has_alert_word'), content);
});

test('an alert word matches however the letters of either are composed', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] });
  const isFlagged = async (content: string): Promise<boolean> => {
    const id = await ada.sendMessage('open', 'all', content);
    return (await mia.get(`/messages/${id}`)).message.flags.includes('has_alert_word');
  };
  for (const word of ['müller', 'Łódź', 'がくせい', '한국', 'über'])
    for (const stored of ['NFC', 'NFD'])
      for (const written of ['NFC', 'NFD']) {
        await mia.post('/users/me/alert_words', { alert_words: [word.normalize(stored)] });
        assert.ok(await isFlagged(`to ${word} now`.normalize(written)), `${word} ${stored} ${written}`);
        const change = { alert_words: [word.normalize(written)] };
        assert.deepEqual((await mia.request('DELETE', '/users/me/alert_words', change)).alert_words, []);
      }
});

test('characters that are not shown do not hide an alert word', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] });
  for (const character of ['\u00ad', '\u200b', '\u200e', '\u180e', '\ufe0f', '\ufeff', '\u3164', '\u{e0100}']) {
    const hidden = `mar${character}mot`;
    for (const [word, written] of [
      ['marmot', hidden],
      [hidden, 'marmot'],
    ] as const) {
      await mia.post('/users/me/alert_words', { alert_words: [word] });
      const id = await ada.sendMessage('open', 'all', `a ${character}${written}${character} here`);
      const { flags } = (await mia.get(`/messages/${id}`)).message;
      assert.ok(flags.includes('has_alert_word'), `U+${character.codePointAt(0)!.toString(16)}`);
      const change = { alert_words: [written] };
      assert.deepEqual((await mia.request('DELETE', '/users/me/alert_words', change)).alert_words, []);
    }
    assert.deepEqual((await mia.post('/users/me/alert_words', { alert_words: [character] })).alert_words, []);
  }
});
