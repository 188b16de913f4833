import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/web/api.ts';
import { toldOf } from '../../src/web/refusals.ts';
import { newTeam } from '../support/team.ts';

test('what the server finds wrong with what people fill in is told at its field, in words of the catalogue', async () => {
  const { ada } = newTeam();
  await ada.post('/user_groups/create', { name: 'cooks', description: '', members: [] });
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id] });
  await ada.post('/channel_folders/create', { name: 'Work', description: '' });
  await ada.post('/realm/profile_fields', { field_type: 1, name: 'Job' });
  await ada.post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
  await ada.post('/bots', { full_name: 'Bert', short_name: 'bert', bot_type: 1 });
  const person = { email: 'nina@example.com', password: 'leeks and potatoes', full_name: 'Nina' };
  const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
  await ada.post('/realm/filters', linkifier);
  const playground = { name: 'Play', pygments_language: 'Rust', url_template: 'https://example.com/{code}' };
  const wrong: [path: string, fields: object, field: string][] = [
    ['/users', { ...person, email: ada.email }, 'email'],
    ['/users', { ...person, email: 'nobody' }, 'email'],
    ['/users', { ...person, full_name: 'N' }, 'full_name'],
    ['/users', { ...person, full_name: '**Nina**' }, 'full_name'],
    ['/users', { ...person, password: 'abc' }, 'password'],
    ['/bots', { full_name: 'Carl', short_name: 'bert', bot_type: 1 }, 'short_name'],
    ['/bots', { full_name: 'Carl', short_name: 'c d', bot_type: 1 }, 'short_name'],
    ['/bots', { full_name: 'Bert', short_name: 'carl', bot_type: 1 }, 'full_name'],
    ['/bots', { full_name: 'Carl', short_name: 'carl', bot_type: 3, payload_url: '"nowhere"' }, 'payload_url'],
    ['/realm/filters', { ...linkifier, pattern: '(' }, 'pattern'],
    ['/realm/filters', linkifier, 'pattern'],
    ['/realm/filters', { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/' }, 'url_template'],
    ['/realm/filters', { pattern: 'T(?P<id>[0-9]+)', url_template: 'javascript:{id}' }, 'url_template'],
    ['/realm/playgrounds', { ...playground, url_template: 'https://example.com/' }, 'url_template'],
    ['/realm/playgrounds', { ...playground, pygments_language: '??' }, 'pygments_language'],
    ['/realm/domains', { domain: 'example.com', allow_subdomains: false }, 'domain'],
    ['/realm/domains', { domain: 'no domain', allow_subdomains: false }, 'domain'],
    ['/user_groups/create', { name: 'cooks', description: '', members: [] }, 'name'],
    ['/user_groups/create', { name: 'role:x', description: '', members: [] }, 'name'],
    ['/channels/create', { name: 'kitchen', subscribers: [] }, 'name'],
    ['/channel_folders/create', { name: 'Work', description: '' }, 'name'],
    ['/realm/profile_fields', { field_type: 1, name: 'Job' }, 'name'],
    [
      '/realm/profile_fields',
      { field_type: 7, name: 'Me', field_data: { subtype: 'custom', url_pattern: 'x%(username)s' } },
      'url_pattern',
    ],
  ];
  for (const [path, fields, field] of wrong) {
    const { result, msg, code, status, ...detail } = await ada.ask('POST', path, fields as Record<string, string>);
    assert.equal(result, 'error', `${path} ${JSON.stringify(fields)}`);
    const told = toldOf(new Refusal(msg, code, Number(status), detail));
    assert.ok(told.fields.includes(field), `${msg}: ${told.fields}`);
    assert.notEqual(told.text, msg, `${msg} is known`);
  }
});
