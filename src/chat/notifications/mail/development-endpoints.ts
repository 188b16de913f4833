import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import { endpoint } from '../../declare.ts';
import { noSuchMail } from '../../errors.ts';
import { escapeText } from './layout.ts';
import type { DevelopmentMail } from './types.ts';

const MOST = 200;

export const developmentMails = (app: App): readonly DevelopmentMail[] => app.memory.developmentMails;

export function keepDevelopmentMail(app: App, mail: DevelopmentMail): void {
  const { developmentMails } = app.memory;
  developmentMails.push(mail);
  developmentMails.splice(0, developmentMails.length - MOST);
}

// The mails of a development server (`klatch dev`), which only its own machine can read.

export const devOutbox = endpoint({
  method: 'GET',
  path: '/dev/outbox',
  root: true,
  summary: 'Show the sent mails, newest first',
  auth: 'public',
  developmentOnly: true,
  serve: ({ app }) => page(renderList(developmentMails(app).toReversed())),
});

export const devMails = endpoint({
  method: 'GET',
  path: '/dev/mails',
  summary: 'Get the sent mails, oldest first',
  auth: 'public',
  developmentOnly: true,
  returns: {
    mails: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.String(),
        to: Type.String(),
        subject: Type.String(),
        text: Type.String(),
        html: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
      }),
    ),
  },
  handle: ({ app }) => ({
    mails: developmentMails(app).map(({ id, kind, outgoing: { to, subject, text, html, headers } }) => ({
      id,
      kind,
      to,
      subject,
      text,
      html,
      headers,
    })),
  }),
});

export const devMail = endpoint({
  method: 'GET',
  path: '/dev/outbox/{mail_id}',
  root: true,
  summary: 'Show one of the sent mails',
  auth: 'public',
  developmentOnly: true,
  params: { mail_id: Type.Integer(), as: Type.String({ default: 'html' }) },
  serve({ app, params }) {
    const mail = developmentMails(app).find(({ id }) => id === params.mail_id);
    if (!mail) throw noSuchMail();
    const { html, text } = mail.outgoing;
    return params.as === 'text' ? page(text, 'text/plain') : page(html);
  },
});

const page = (body: string, type = 'text/html; charset=utf-8'): Served => ({
  body,
  type,
  etag: createHash('sha256').update(body).digest('hex').slice(0, 32),
  cache: 'no-store',
  policy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
});

function renderList(mails: readonly DevelopmentMail[]): string {
  const rows = mails.map(({ id, kind, outgoing: { to, subject, date } }) => {
    const time = date.toISOString().slice(0, 19).replace('T', ' ');
    return `<tr><td>${time}<td>${escapeText(to)}<td>${kind}<td><a href="/dev/outbox/${id}">${escapeText(subject)}</a> <a href="/dev/outbox/${id}?as=text">text</a>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Outbox</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td{padding:.25rem 1rem .25rem 0;vertical-align:top}</style>
<h1>Outbox</h1>${rows.length === 0 ? '<p>No mail was sent yet.' : `<table>${rows.join('\n')}</table>`}</html>`;
}
