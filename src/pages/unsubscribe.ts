import { requireUnsubscribeToken, unsubscribe } from '../chat/notifications/mail/unsubscribe.ts';
import type { Stoppable } from '../chat/notifications/mail/unsubscribe-tokens.ts';
import { Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import { notFoundPage } from './not-found.ts';

const STOP = new Form({});
const SETTINGS = 'You can choose what you get mail about in your settings.';

const ABOUT: Record<Stoppable, string> = {
  missed_messages: 'what you missed while you were away',
  digest: 'what happened while you were not here for a week',
  login: 'new sign-ins to your account',
};

export const unsubscribePage = page({
  paths: ['/accounts/unsubscribe/{kind}/{token}'],
  summary: 'Stop mails of one kind without signing in',
  audience: 'public',
  form: STOP,
  show({ app, given, csrf }, filled) {
    const asked = notFoundPage(() => requireUnsubscribeToken(app, given.kind!, given.token!), SETTINGS);
    if ('gone' in asked) return asked.gone;
    const { user, kind } = asked.found;
    return {
      title: 'No more of these mails?',
      body: html`<p>${app.realm.get('name')} would write to <b>${user.email}</b> no more about ${ABOUT[kind]}.</p>
${STOP.show(filled, csrf, 'Stop these mails')}`,
    };
  },
  submit({ app, given }) {
    const stopped = notFoundPage(() => unsubscribe(app, given.kind!, given.token!), SETTINGS);
    if ('gone' in stopped) return stopped.gone;
    return {
      title: 'As you wish',
      body: html`<p>You get no more mails about ${ABOUT[given.kind as Stoppable]}. In your settings you can have them again.</p>
<p class="ways"><a class="button" href="/">To the chat</a></p>`,
    };
  },
});
