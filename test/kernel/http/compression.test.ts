import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { newTeam } from '../../support/team.ts';

test('long answers are compressed for clients that accept it, and say the same', async () => {
  const { team, ada } = newTeam();
  const url = await team.url;
  const get = (path: string, accepted?: string) =>
    fetched(`${url}/api/v1${path}`, `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}`, accepted);
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id] });
  for (let n = 0; n < 20; n++) await ada.sendMessage('kitchen', 'soup', `${n} onions `.repeat(900));
  const long = '/messages?anchor=newest&num_before=2&num_after=0';
  const veryLong = '/messages?anchor=newest&num_before=20&num_after=0';
  for (const path of [long, veryLong]) {
    const plain = await get(path);
    assert.equal(plain.encoding, undefined);
    for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5']) {
      const packed = await get(path, accepted);
      assert.equal(packed.encoding, 'gzip', accepted);
      assert.ok(packed.body.length < plain.body.length / 4);
      assert.deepEqual(JSON.parse(gunzipSync(packed.body).toString()), JSON.parse(plain.body.toString()));
    }
  }
  for (const accepted of ['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br'])
    assert.equal((await get(long, accepted)).encoding, undefined, accepted);
  assert.equal((await get('/users/me', 'gzip')).encoding, undefined, 'short answers');
});

function fetched(
  url: string,
  authorization: string,
  accepted: string | undefined,
): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, ...(accepted !== undefined && { 'accept-encoding': accepted }) };
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        assert.equal(response.statusCode, 200, body.toString());
        assert.equal(Number(response.headers['content-length']), body.length);
        resolve({ encoding: response.headers['content-encoding'], body });
      });
    })
      .on('error', reject)
      .end();
  });
}
