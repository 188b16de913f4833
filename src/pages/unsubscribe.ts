import { requireUnsubscribeToken, unsubscribe } from '../chat/notifications/mail/unsubscribe.ts';
import type { Stoppable } from '../chat/notifications/mail/unsubscribe-tokens.ts';
import { Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import { notFoundPage } from './not-found.ts';

const STOP = new Form({});
const SETTINGS = 'Choose which e-mails you receive in your settings.';

const ABOUT: Record<Stoppable, string> = {
  missed_messages: 'what you missed while you were away',
  digest: 'what happened while you were away for a week',
  login: 'new sign-ins to your account',
};

export const unsubscribePage = page({
  paths: ['/accounts/unsubscribe/{kind}/{token}'],
  summary: 'Stop mails of one kind without signing in',
  audience: 'public',
  form: STOP,
  show({ app, params, csrf }, filled) {
    const found = notFoundPage(() => requireUnsubscribeToken(app, params.kind!, params.token!), SETTINGS);
    if ('gone' in found) return found.gone;
    const { user, kind } = found.found;
    return {
      title: 'Unsubscribe from these e-mails?',
      body: html`<p>${app.realm.get('name')} will no longer send e-mails to <b>${user.email}</b> about ${ABOUT[kind]}.</p>
${STOP.show(filled, csrf, 'Unsubscribe')}`,
    };
  },
  submit({ app, params }) {
    const stopped = notFoundPage(() => unsubscribe(app, params.kind!, params.token!), SETTINGS);
    if ('gone' in stopped) return stopped.gone;
    return {
      title: 'Unsubscribed',
      body: html`<p>You’ll no longer receive e-mails about ${ABOUT[params.kind as Stoppable]}. You can turn them on again in your settings.</p>
<p class="page-buttons"><a class="button" href="/">Open chat</a></p>`,
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
