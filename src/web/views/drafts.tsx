import { findRecipient, openServerDraft, saveDraft } from '../actions/drafts.ts';
import { discard, retry } from '../actions/send.ts';
import { CircleAlert, Pencil } from '../design/icons.ts';
import { addStyle } from '../design/load-style.ts';
import { RotateCcw, Trash2 } from '../design/more-icons.ts';
import { Button, EmptyState, Icon } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import type { Route } from '../routing/router.ts';
import { request } from '../server/request.ts';
import type { ServerDraft } from '../server/types.ts';
import type { Conversation } from '../store/conversation.ts';
import { drafts } from '../store/local/drafts.ts';
import { notSent } from '../store/local/outbox.ts';
import { formatTimeOrDay } from '../text/format.ts';
import { conversationName, makeHref } from '../text/names.ts';
import { focusCompose } from './compose/compose.tsx';
import css from './drafts.css';
import { extraDrafts } from './extra-drafts.ts';
import { LATER, LaterTabs } from './later-tabs.tsx';
import { failed, Reminders, ScheduledList } from './scheduled.tsx';

addStyle(css);

/** What is for later: drafts, scheduled messages and reminders. Starred messages are a feed with the same tabs. */
export function DraftsPage({ view }: { view: Route['view'] }) {
  const current = view === 'scheduled' || view === 'reminders' ? view : 'drafts';
  return (
    <div class="page">
      <LaterTabs current={LATER[current]} />
      {current === 'drafts' ? <Drafts /> : current === 'scheduled' ? <ScheduledList /> : <Reminders />}
    </div>
  );
}

/** Opening a draft focuses the compose box. */
function openDraft(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey)
    addEventListener('hashchange', () => focusCompose(), { once: true });
}

function Drafts() {
  const all = [...drafts.value.entries()].sort(([, a], [, b]) => b.at - a.at);
  const more = extraDrafts().sort((a, b) => b.timestamp - a.timestamp);
  const unsent = notSent.value;
  if (all.length + more.length + unsent.length === 0)
    return (
      <EmptyState icon={Pencil} title={t('No drafts')}>
        <p>{t('Messages you start are saved here until you send them.')}</p>
      </EmptyState>
    );
  return (
    <ul class="card cards">
      {unsent.map((one) => (
        <li class="card-row draft" key={one.local_id}>
          <a href={makeHref(one.conversation)}>
            <span class="draft-to">{conversationName(one.conversation)}</span>
            <span class="row-name" dir="auto">
              {one.content}
            </span>
            <span class="failure">
              <Icon of={CircleAlert} size={15} />
              {one.reason}
            </span>
          </a>
          <Button kind="quiet" icon={RotateCcw} label={t('Try again')} onClick={() => retry(one)} />
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => discard(one)} />
        </li>
      ))}
      {all.map(([key, { conversation, content, at }]) => (
        <li class="card-row draft" key={key}>
          <a href={makeHref(conversation)} onClick={openDraft}>
            <span class="draft-to">{conversationName(conversation)}</span>
            <span class="row-name" dir="auto">
              {content}
            </span>
          </a>
          <time>{formatTimeOrDay(at)}</time>
          <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => saveDraft(conversation, '')} />
        </li>
      ))}
      {more.map((draft) => (
        <ExtraDraft key={draft.id} draft={draft} />
      ))}
    </ul>
  );
}

function ExtraDraft({ draft }: { draft: ServerDraft }) {
  const conversation = findRecipient(draft);
  const remove = () => request('DELETE /drafts/{draft_id}', { draft_id: draft.id }).catch(failed);
  const words = (
    <>
      <span class="draft-to">{conversation ? conversationName(conversation) : t('No recipient')}</span>
      <span class="row-name" dir="auto">
        {draft.content}
      </span>
    </>
  );
  return (
    <li class="card-row draft">
      {conversation ? (
        <a
          href={makeHref(conversation)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void openExtraDraft(draft, conversation);
          }}
        >
          {words}
        </a>
      ) : (
        <button
          type="button"
          onClick={() => {
            void import('./compose/compose.tsx').then(({ composeText: composeWith }) => composeWith(draft.content));
            void remove();
          }}
        >
          {words}
        </button>
      )}
      <time>{formatTimeOrDay(draft.timestamp)}</time>
      <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => void remove()} />
    </li>
  );
}

/** Opens the conversation with another draft in the compose box. */
async function openExtraDraft(draft: ServerDraft, conversation: Conversation): Promise<void> {
  try {
    await openServerDraft(draft, conversation);
  } catch (error) {
    return failed(error);
  }
  location.hash = makeHref(conversation);
  focusCompose();
}
