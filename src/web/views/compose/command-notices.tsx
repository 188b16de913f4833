import { X } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { type Conversation, getKey } from '../../store/conversation.ts';
import { type CommandNotice, commandNotices, removeCommandNotice } from '../../store/local/command-notices.ts';
import { displayName } from '../../text/names.ts';
import { Rendered } from '../message/rendered.tsx';
import css from './command-notices.css';

addStyle(css);

/** What became of the slash commands that the user ran in a conversation. */
export const CommandNotices = ({ to }: { to: Conversation }) => (
  <div class="command-notices" role="status">
    {commandNotices.value
      .filter(({ conversation }) => getKey(conversation) === getKey(to))
      .map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
  </div>
);

function Notice({ notice }: { notice: CommandNotice }) {
  const { id, bot_id, command, html, couldNotPost, failure } = notice;
  const name = displayName(bot_id);
  const isRunning = html === undefined && failure === undefined;
  return (
    <article class="command-notice">
      <header>
        <strong dir="auto">{name}</strong>
        <code dir="auto">{command}</code>
        <span>
          {couldNotPost
            ? t('Only you can see this, because {name} cannot post here', { name })
            : t('Only you can see this')}
        </span>
        <Button kind="quiet" icon={X} label={t('Close')} onClick={() => removeCommandNotice(id)} />
      </header>
      {html !== undefined && <Rendered html={html} />}
      {failure !== undefined && <p class="form-wrong">{t('There is no answer: {reason}', { reason: failure })}</p>}
      {isRunning && <p>{t('One moment…')}</p>}
    </article>
  );
}
