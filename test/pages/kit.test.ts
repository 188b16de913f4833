import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment } from 'parse5';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { badRequest } from '../../src/kernel/errors.ts';
import { checkField, Form } from '../../src/pages/kit/form.ts';
import { html, trustHtml } from '../../src/pages/kit/html.ts';
import { page } from '../../src/pages/kit/page.ts';
import { makeSite } from '../../src/pages/kit/site.ts';
import type { PageText } from '../../src/texts/keys.ts';
import { fc } from '../support/random.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { Visitor } from '../support/visitor.ts';

test('values in a template stay plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'`= \n', '</p>', '<script>', 'on', 'x') }), (value) => {
      const [element] = parseFragment(html`<p title="${value}">${value}</p>`.text).childNodes as any[];
      assert.equal(element.attrs.length, 1);
      assert.equal(element.attrs[0].value, value.replaceAll('\r', '\n'));
      assert.equal(element.childNodes.map((child: any) => child.value).join(''), value);
    }),
  );
  assert.equal(html`${null}${undefined}${false}${true}${0}${''}`.text, '0');
  assert.equal(
    html`<ul>${['a', '<b>'].map((one) => html`<li>${one}</li>`)}</ul>`.text,
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
  );
  assert.equal(html`${trustHtml('<svg/>')}`.text, '<svg/>');
});

const COLOR = new Form({
  color: { label: 'Color' as PageText, require: (value) => value === 'red' && refuseRed() },
  shade: { label: 'Shade' as PageText, optional: true, maxLength: 5 },
});
const refuseRed = (): never => {
  throw badRequest('Not red.');
};

async function newServer() {
  const place = newTeam();
  const { app, team } = place;
  const taken: Record<string, string>[] = [];
  app.site = makeSite(app, [
    page({
      paths: ['/colors/{owner}/'],
      summary: 'Choose a color',
      form: COLOR,
      show: (visit, filled) => ({
        title: `A color for ${visit.params.owner}`,
        body: COLOR.show(visit, filled, html`Choose`),
      }),
      submit(_, values) {
        checkField('shade', () => {
          if (values.shade === 'pale') throw badRequest('Not pale.');
        });
        taken.push(values);
        return { redirect: '/colors/done/' };
      },
    }),
    page({
      paths: ['/backstage'],
      summary: 'For few',
      audience: 'administrator',
      show: () => ({ title: 'Backstage', body: html`<p>Hello</p>` }),
    }),
    page({
      paths: ['/broken'],
      summary: 'Always fails',
      audience: 'public',
      show() {
        throw new Error('a secret of the inside');
      },
    }),
  ]);
  const url = await team.url;
  const visitorFor = (person: TestUser): Visitor => {
    const { token, csrf } = openSession(app, app.users.byId(person.id)!);
    app.db.commit();
    const visitor = new Visitor(url);
    visitor.cookies.set('sessionid', { value: encodeURIComponent(token), flags: '' });
    visitor.cookies.set('csrftoken', { value: encodeURIComponent(csrf), flags: '' });
    return visitor;
  };
  return { ...place, url, taken, visitorFor };
}

test('a form is shown again with errors at the fields until it is valid', async () => {
  const { mia, taken, visitorFor } = await newServer();
  const visitor = visitorFor(mia);
  assert.match((await visitor.open('/colors/a%20dog')).title, /A color for a dog/);
  const send = (values: Record<string, string>) => visitor.fillIn('/colors/dog', values);
  assert.deepEqual((await send({ color: '  ', shade: 'x' })).fieldErrors, { color: 'Fill in this field.' });
  assert.deepEqual((await send({ color: 'red', shade: 'too long' })).fieldErrors, {
    color: 'Not red.',
    shade: 'Enter at most 5 characters.',
  });
  const pale = await send({ color: ' blue ', shade: 'pale' });
  assert.equal(pale.status, 400);
  assert.deepEqual(pale.fieldErrors, { shade: 'Not pale.' });
  assert.equal(pale.fields.color, 'blue');
  assert.deepEqual(taken, []);
  assert.match((await send({ color: 'blue', shade: '' })).title, /A color for done/);
  assert.deepEqual(taken, [{ color: 'blue', shade: '' }]);
});

test('a visitor is redirected to sign in and back; a user without permission gets an error', async () => {
  const { abe, mia, url, visitorFor } = await newServer();
  const sent = await new Visitor(url).request('GET', '/backstage?a=b');
  assert.equal(sent.status, 303);
  assert.equal(sent.headers.get('location'), '/login/?next=%2Fbackstage%3Fa%3Db');
  assert.equal((await visitorFor(abe).open('/backstage')).status, 200);
  const refused = await visitorFor(mia).open('/backstage');
  assert.equal(refused.status, 403);
  assert.match(refused.title, /Access denied/);
  assert.match(refused.text, /Only for administrators/);
  const unsent = await new Visitor(url).request('POST', '/colors/dog', { color: 'blue' });
  assert.equal(unsent.headers.get('location'), '/login/?next=%2F', 'a form is not sent again by itself');
});

test('an internal error shows a page without details, and none of its changes are stored', async () => {
  const { url, visitorFor, mia } = await newServer();
  const broken = await new Visitor(url).open('/broken');
  assert.equal(broken.status, 500);
  assert.match(broken.title, /Something went wrong/);
  assert.ok(!broken.html.includes('secret of the inside'));
  assert.match(broken.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  const other = await visitorFor(mia).request('POST', '/backstage', {});
  assert.equal(other.status, 404, 'a page without a form takes none');
  assert.equal((await visitorFor(mia).request('HEAD', '/colors/dog')).status, 200);
});
