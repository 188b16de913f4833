import { effect } from '@preact/signals';
import { toast } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { getKey } from '../store/conversation.ts';
import { notSent } from '../store/local/outbox.ts';
import { currentRoute } from '../store/local/route.ts';
import { narrowKey } from '../store/narrow.ts';
import { conversationName } from '../text/names.ts';

/** Shows a notification that a message could not be sent, if the user has left its conversation. */
export function notifyUnsent(): void {
  let known = new Set(notSent.peek().map(({ local_id }) => local_id));
  effect(() => {
    const here = currentRoute.peek();
    for (const { local_id, conversation } of notSent.value)
      if (!known.has(local_id) && !(here.view === 'narrow' && narrowKey(here.narrow) === getKey(conversation)))
        toast(
          t('Your message to {name} wasn’t sent. It was saved to drafts.', { name: conversationName(conversation) }),
          true,
        );
    known = new Set(notSent.value.map(({ local_id }) => local_id));
  });
}
