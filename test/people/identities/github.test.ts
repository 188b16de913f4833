import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

interface Account {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
  teams?: object[];
}

const LEADS = { slug: 'leads', organization: { login: 'acme' } };

/** The parts of GitHub that a sign-in needs. */
async function startGitHub(account: Account) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const json = (body: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
    if (request.url === '/login/oauth/access_token')
      return json({ access_token: 'an access token', token_type: 'bearer', scope: 'read:user,user:email' });
    if (request.headers.authorization !== 'Bearer an access token') return response.writeHead(401).end();
    if (request.url === '/api/v3/user') return json({ ...account, avatar_url: 'https://example.com/a.png' });
    if (request.url === '/api/v3/user/emails') return json(account.emails);
    if (request.url?.startsWith('/api/v3/user/orgs')) return json([{ login: 'acme' }]);
    if (request.url?.startsWith('/api/v3/user/teams')) {
      const page = Number(new URL(request.url, 'http://x').searchParams.get('page') ?? 1);
      return json(account.teams?.slice((page - 1) * 100, page * 100) ?? [LEADS]);
    }
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const MIA = { id: 4711, login: 'mia', name: 'Mia Meier' };
const primary = { email: 'mia@example.com', primary: true, verified: true };

async function signIn(account: Account, mapping: object = {}) {
  const { asked, issuer } = await startGitHub(account);
  const table = { name: 'github', issuer, 'client-id': 'klatch', 'client-secret': 'a secret', ...mapping };
  const place = newTeam({ oidc: [table] });
  const visitor = new Visitor(await place.team.url);
  const started = await visitor.request('GET', '/accounts/login/social/github');
  const to = new URL(started.headers.get('location')!);
  assert.equal(to.origin + to.pathname, `${issuer}/login/oauth/authorize`);
  const answer = new URLSearchParams({ code: 'a code', state: to.searchParams.get('state')! });
  return { ...place, asked, to, visitor, response: await visitor.request('GET', `/complete/github/?${answer}`) };
}

test('GitHub signs in by OAuth 2 with PKCE, by its account’s number and primary address', async () => {
  const { response, asked, to, app, mia } = await signIn({
    ...MIA,
    emails: [{ ...primary, email: 'x@example.com', primary: false }, primary],
  });
  assert.equal(response.status, 303, await response.text());
  assert.equal(app.identities.ofUser(mia.id)[0]?.subject, '4711');
  assert.equal(to.searchParams.get('code_challenge_method'), 'S256');
  assert.equal(to.searchParams.get('scope'), 'read:user user:email');
  assert.match(asked.find((line) => line.includes('access_token'))!, /code_verifier=/);
});

test('an address that is not verified at GitHub opens no account', async () => {
  const { response, app } = await signIn({ ...MIA, emails: [{ ...primary, verified: false }] });
  assert.equal(response.status, 403);
  assert.equal(app.identities.ofIssuer(app.config.choices.oidc![0]!.issuer!).length, 0);
});

test('organizations and teams at GitHub give roles', async () => {
  const mapping = { 'groups-claim': 'teams', roles: { moderator: ['acme/leads'] } };
  const { to, app, mia } = await signIn({ ...MIA, emails: [primary] }, mapping);
  assert.match(to.searchParams.get('scope')!, /read:org/);
  assert.equal(app.users.byId(mia.id)!.role, 300);
});

test('all teams at GitHub count, and more than can be read change nothing', async () => {
  const mapping = { 'groups-claim': 'teams', roles: { moderator: ['acme/leads'] } };
  const teams = (count: number) => Array.from({ length: count }, (_, at) => ({ ...LEADS, slug: `team-${at}` }));
  const last = await signIn({ ...MIA, emails: [primary], teams: [...teams(250), LEADS] }, mapping);
  assert.equal(last.app.users.byId(last.mia.id)!.role, 300);
  const many = await signIn({ ...MIA, emails: [primary], teams: [LEADS, ...teams(2500)] }, mapping);
  assert.equal(many.app.users.byId(many.mia.id)!.role, 400);
});
