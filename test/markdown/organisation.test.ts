import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Person } from '../support/team.ts';

const rendered = async (person: Person, content: string): Promise<string> => (await person.post('/messages/render', { content })).rendered;

test('code that names no language is in the one the organisation chose, from then on', async () => {
  const { ada, mia } = newTeam();
  const code = '```\n1\n```';
  assert.equal(await rendered(mia, code), '<div class="codehilite"><pre><span></span><code>1\n</code></pre></div>');
  await ada.patch('/realm', { default_code_block_language: 'python' });
  const python =
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="mi">1</span>\n</code></pre></div>';
  assert.equal(await rendered(mia, code), python);
  const id = await mia.tell([ada], code);
  assert.equal((await ada.get(`/messages/${id}`)).message.content, python);
});

test('a mention in a spoiler’s header reaches whom it names', async () => {
  const { mia, max } = newTeam();
  const id = await mia.tell([max], '```spoiler @**Max**\nthe end\n```');
  assert.ok((await max.get(`/messages/${id}`)).message.flags.includes('mentioned'));
});
