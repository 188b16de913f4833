import type { Stoppable } from '../chat/notifications/mail/rules.ts';
import { requireUnsubscribeToken, unsubscribe } from '../chat/notifications/mail/unsubscribe-actions.ts';
import type { PageText } from '../texts/keys.ts';
import { Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import { notFoundPage } from './not-found.ts';

const STOP = new Form({});
const SETTINGS: PageText = 'Choose which e-mails you receive in your settings.';

const QUESTIONS: Record<Stoppable, PageText> = {
  missed_messages:
    '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.',
  digest:
    '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.',
  login: '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.',
};

export const unsubscribePage = page({
  paths: ['/accounts/unsubscribe/{kind}/{token}'],
  summary: 'Stop mails of one kind without signing in',
  audience: 'public',
  form: STOP,
  show(visit, filled) {
    const { app, params, t } = visit;
    const found = notFoundPage(visit, () => requireUnsubscribeToken(app, params.kind!, params.token!), SETTINGS);
    if ('gone' in found) return found.gone;
    const { user, kind } = found.found;
    return {
      title: t('Unsubscribe from these e-mails?'),
      body: html`<p>${t(QUESTIONS[kind], { organization: app.realm.get('name'), email: user.email })}</p>
${STOP.show(visit, filled, t('Unsubscribe'))}`,
    };
  },
  submit(visit) {
    const { app, params, t } = visit;
    const stopped = notFoundPage(visit, () => unsubscribe(app, params.kind!, params.token!), SETTINGS);
    if ('gone' in stopped) return stopped.gone;
    return {
      title: t('Unsubscribed'),
      body: html`<p>${t('You’ll no longer receive these e-mails. You can turn them on again in your settings.')}</p>
<p class="page-buttons"><a class="button" href="/">${t('Open chat')}</a></p>`,
    };
  },
});

/** Programs for mail post to this address (RFC 8058). A person who opens it is asked first. */
export const oneClickUnsubscribePage = page({
  paths: ['/accounts/unsubscribe/{kind}/{token}/now'],
  summary: 'Continue to the page that stops mails of one kind',
  audience: 'public',
  show: ({ params }) => ({ redirect: `/accounts/unsubscribe/${params.kind!}/${params.token!}` }),
});
