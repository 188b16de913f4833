import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLIENT_LANGUAGES } from '../../src/shared/languages.ts';
import { readTexts } from '../../src/texts/source.ts';
import { errorDetails, loadErrorTranslations } from '../../src/web/errors/error-text.ts';
import { FIELD_ERROR_PATTERNS, loadErrorTranslator } from '../../src/web/errors/error-translations.ts';
import { RequestError } from '../../src/web/errors/request-error.ts';
import { newTeam } from '../support/team.ts';
import { endpointFilesOfClient, listErrors } from './server-errors.ts';

test('server errors about user input are shown at the field, with a text of the catalog', async () => {
  const { ada } = newTeam();
  await loadErrorTranslations();
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
    const { result, msg, code, status, ...detail } = await ada.request('POST', path, fields as Record<string, string>);
    assert.equal(result, 'error', `${path} ${JSON.stringify(fields)}`);
    const told = errorDetails(new RequestError(msg, code, Number(status), detail));
    assert.ok(told.fields.includes(field), `${msg}: ${told.fields}`);
    assert.notEqual(told.text, msg, `${msg} is known`);
  }
});

/** Errors that users of the web client never get, with the reason. All others are in the catalogs. */
const UNREACHABLE_ERRORS: Record<string, readonly string[]> = {
  'programs ask this, by key: bots, webhooks, phones': [
    'Cannot set state. Request would require {1} characters of storage. The current storage limit is {2}.',
    'The request names too many subscriptions (limit: {1}). Name fewer channels or users at once.',
    'Key does not exist.',
    'Missing authorization header for basic auth',
    'This API is not available to incoming webhook bots.',
    'This endpoint requires HTTP basic authentication.',
    'Negated narrow terms are not supported for event queues.',
    'Invalid operand of {1}.',
    'Operator {1} not supported.',
    'Operand {1} not supported.',
    "Invalid 'client_gravatar' parameter for anonymous request",
    "Invalid 'include_subscribers' parameter for anonymous request",
    'AI features are not enabled on this server.',
    'Server is not configured to use push notification service.',
    'Invalid bouncer_public_key',
    'No active registered push device',
    'Invalid APNS token',
    'Invalid app ID',
    'Token does not exist',
    'Empty or invalid length token',
    'Subdomain not available. Please choose a different one.',
    'JWT authentication is not enabled for this organization',
    'No email specified in JSON web token claims',
    'Bad JSON web token',
  ],
  'the server’s own pages ask this, and have words of their own': [
    "Missing 'email' argument",
    'Confirm your email address first: open the link of your invitation in a browser.',
    'Too many people want to join today. Try again tomorrow.',
    'Ask a member of the organization to invite you.',
    'The invitation link has expired or is not valid.',
    'This link is incomplete, or the account no longer exists.',
    'This form was sent from another site.',
    'The web client is not built: start the server with npm start',
    'Invalid OTP',
    'This sign-in has ended. Start again.',
  ],
  'a message of the server, in a file that also forwards errors': ['{user} accepted your invitation to join.'],
  'a push service gets it': ['Verification secret not prepared'],
  'a program that posts to a webhook gets it': [
    'The payload has more than {1} fields',
    'The payload is longer than {1} bytes',
    'The XML cannot be read: {1}',
    'The delivery has no valid signature',
    'This bot has no owner: name a channel',
    "Topic can't be empty",
    "Content can't be empty",
    'No such command, or it was answered too often or is too old',
    "The '{1}' event isn't currently supported by the {2} webhook; ignoring",
  ],
  'the client takes it as news and goes on by itself': [
    'Bad event queue ID: {1}',
    'An event newer than {1} has not been sent yet!',
    'An event newer than {1} has already been pruned!',
    'User has disabled typing notifications for {1} messages',
    'No such part of the file',
    'Invalid token',
  ],
  'a request that the client does not make: whoever sees it reports it, in the words of the API': [
    'A channel is archived by deleting it: is_archived can only be false.',
    'There should be a leading slash in the zcommand.',
    'The form has more than {1} parts',
    'You must pass "new_description" or "new_group_name".',
    'Timestamp must not be negative.',
    'Must specify exactly 1 channel ID for channel messages',
    'Nothing to do. Specify at least one of "add" or "delete".',
    'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    "Missing 'local_id' argument: 'queue_id' needs it",
    'Expected exactly one channel',
    'Unsupported parameter combination: {1}',
    'The anchor can only be excluded at an end of the range',
    "Flag not editable: '{1}'",
    "Invalid flag: '{1}'",
    'Invalid propagate_mode without topic edit',
    'field_data["{1}"]["order"] is not an integer',
    '{1} is not a dict',
    '{1} key is missing from {2}',
    'Unexpected arguments: {1}',
    '{1}["{2}"] is not a string',
    '{1} is not a string',
    'At least one of the following arguments must be present: emoji_name, emoji_code',
    'Recipient required when updating type of scheduled message.',
    'Topic required when updating scheduled message type to stream.',
    'type key is missing from content',
    'Unknown type for {1} data: {2}',
    'Invalid {1}',
    'Invalid json for submessage',
    'color is not a string',
    '{1} is not a boolean',
    "Empty 'to' list",
    "Missing 'to' argument",
    "Missing 'stream_id' argument",
    'Missing topic',
    'No new data supplied',
    'Client did not pass any new values.',
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    "Please choose one: 'stream' or 'stream_id'.",
    "Please supply 'stream'.",
    'Invalid keys',
    'Invalid sender ID',
    'Invalid endpoint',
    "Missing '{1}' argument",
    'Malformed multipart form',
    '{1} is not an allowed_type',
    '{1} is not {2}',
    '{1}["{2}"] field is missing',
    '{1}["{2}"] is unexpected',
    "Can't decide between '{1}' and '{2}' arguments",
    'Argument "{1}" is not valid JSON.',
    'Method Not Allowed',
    'Zoom credentials have not been configured',
    'Invalid video_chat_provider {1}',
    'No such path: {1}',
    'Unknown onboarding_step: {1}',
    'Only the navigation tour video can be put off.',
    'No such integration: {1}',
    '{1} is not an incoming webhook bot',
    'No such sample',
    'A command begins with a slash',
    'Only outgoing webhook bots can have slash commands.',
    'The {1} is longer than {2} characters',
    'The delivery was too long to be kept',
  ],
};

const catalog = (code: string) => readTexts(code).errors as Record<string, string>;

test('every error that a user of the client can get is translated', () => {
  const refusals = listErrors(endpointFilesOfClient());
  assert.ok(refusals.length > 300, 'the sources are read');
  const inTable = (text: string): boolean =>
    FIELD_ERROR_PATTERNS.some(([said]) => said.test(text.replace(/\{\d\}/g, '1')));
  const notMet = Object.values(UNREACHABLE_ERRORS).flat();
  for (const code of CLIENT_LANGUAGES) {
    const words = catalog(code);
    // The server's errors are English; only errors for programs have different texts there.
    const untold = refusals.filter(
      ({ text }) => code !== 'en' && !(text in words) && !notMet.includes(text) && !inTable(text),
    );
    assert.deepEqual(untold, [], `${code}: translate these in src/texts/${code}.po, or say why nobody meets them`);
    const said = (text: string): boolean => refusals.some((one) => one.text === text) && !inTable(text);
    assert.deepEqual(
      [...Object.keys(words), ...notMet].filter((text) => !said(text)),
      [],
      `${code}: the server says these no more, or they stand twice`,
    );
    const strange = Object.entries(words).filter(([text, own]) =>
      [...own.matchAll(/\{\d\}/g)].some(([name]) => !text.includes(name)),
    );
    assert.deepEqual(strange, [], `${code}: nothing is filled in there`);
  }
});

test('an error is translated by the most specific pattern, with its values', async () => {
  const told = await loadErrorTranslator('de-AT');
  assert.equal(told('Reminder does not exist')?.text, 'Diese Erinnerung existiert nicht mehr.');
  assert.deepEqual(told('full_name is too long (limit: 100 characters)'), {
    text: 'Das ist zu lang. Gib höchstens 100 Zeichen ein.',
    fields: ['full_name'],
  });
  assert.equal(
    told("Channel 'a (b)' is already present in default channel group 'c'")?.text,
    'Der Kanal „a (b)“ ist bereits in „c“.',
  );
  assert.equal(told('Moderation request channel must be private.')?.text, 'Wähle einen privaten Kanal.');
  assert.equal(told('Nobody has heard of this.'), undefined);
  const english = await loadErrorTranslator('en');
  assert.equal(english('Reminder does not exist'), undefined, 'this can be read as the server says it');
  assert.equal(english("'Max' is no longer using Zulip.")?.text, 'Max’s account is deactivated.');
});

test('no view shows an error untranslated', () => {
  const web = fileURLToPath(new URL('../../src/web/', import.meta.url));
  const raw = globSync('{views,design,notifications}/**/*.{ts,tsx}', { cwd: web }).filter((file) =>
    /\b(?:error|why|wrong(?:\.value)?)(?: as \w+\))?\.message\b/.test(readFileSync(web + file, 'utf8')),
  );
  assert.deepEqual(raw, []);
});
