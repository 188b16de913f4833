import { drafts, keepDraft } from '../actions/drafts.ts';
import { Pencil, Trash2 } from '../design/icons.ts';
import { Button, EmptyState } from '../design/primitives.tsx';
import { when } from '../format.ts';
import { t } from '../i18n/text.ts';
import { conversationName, hrefOf } from '../names.ts';

/** What was begun and not sent. */
export function Drafts() {
  const all = [...drafts.value].sort(([, a], [, b]) => b.at - a.at);
  if (all.length === 0)
    return (
      <EmptyState icon={Pencil} title={t('No drafts')}>
        <p>{t('What you begin to write is kept here until you send it.')}</p>
      </EmptyState>
    );
  return (
    <div class="page">
      <ul class="card cards">
        {all.map(([key, { conversation, content, at }]) => (
          <li class="card-row draft" key={key}>
            <a href={hrefOf(conversation)}>
              <span class="draft-to">{conversationName(conversation)}</span>
              <span class="row-name">{content}</span>
            </a>
            <time>{when(at)}</time>
            <Button kind="quiet" icon={Trash2} label={t('Discard')} onClick={() => keepDraft(conversation, '')} />
          </li>
        ))}
      </ul>
    </div>
  );
}
