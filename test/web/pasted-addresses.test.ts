import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../../src/web/server/types.ts';
import { matchRecipients, parseAddresses, parseRecipients } from '../../src/web/text/pasted-recipients.ts';

test('a pasted list of people is parsed in the formats of mails, address books and spreadsheets', () => {
  for (const list of [
    'mia@example.com max@example.com\tgus@example.com',
    'mia@example.com, max@example.com;gus@example.com,\n mia@example.com',
    'Mia Martín <mia@example.com>; "Planck, Max" <max@example.com>, <gus@example.com>',
    'mia,mia@example.com,Member\r\nmax,max@example.com\r\nGus Grün\tgus@example.com\r\n',
  ])
    assert.deepEqual(parseAddresses(list), ['mia@example.com', 'max@example.com', 'gus@example.com'], list);
  assert.deepEqual(parseAddresses('mia@example.com max.example.com\nnobody'), [
    'mia@example.com',
    'max.example.com',
    'nobody',
  ]);
  assert.deepEqual(
    parseRecipients('Mia Martín\nMax Planck <max@example.com>; gus@example.com\r\n"Ali, Mona" <mona@example.com>'),
    ['Mia Martín', 'max@example.com', 'gus@example.com', 'mona@example.com'],
  );
  assert.deepEqual(parseRecipients(' , ;\n'), []);

  const all = ['Mia', 'Max', 'Max', 'Gus'].map(
    (full_name, at) => ({ user_id: at, full_name, email: `${full_name}${at}@example.com` }) as Person,
  );
  assert.deepEqual(matchRecipients('mia; Gus <gus3@EXAMPLE.com>, max, Nobody, max2@example.com', all), {
    ids: [0, 3, 2],
    unknown: ['max', 'Nobody'],
  });
});
