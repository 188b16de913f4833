import { Clock } from '../../design/icons.ts';
import { openPopover, toast } from '../../design/layers.tsx';
import { Menu } from '../../design/menu.tsx';
import { ChevronUp } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Conversation } from '../../store/conversation.ts';
import { formatShortTime } from '../../text/format.ts';
import { addToDraft } from './compose.tsx';
import { lengthError } from './message-length.ts';
import { timeMenuItems } from './time-dialog.tsx';

/** The menu next to the send button that schedules the message. `done` runs when the server has it. */
export function SendLater({
  conversation,
  text,
  done,
}: {
  conversation: Conversation | undefined;
  text: () => string;
  done: () => void;
}) {
  const schedule = async (scheduled_delivery_timestamp: number) => {
    const content = text().trim();
    if (!conversation || content === '') return;
    const { scheduled_message_id } = await request('POST /scheduled_messages', {
      ...scheduledRecipient(conversation),
      content,
      scheduled_delivery_timestamp,
    });
    done();
    const takeBack = async () => {
      await request('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id });
      addToDraft(conversation, content);
    };
    toast(
      t('Scheduled for {time}', { time: formatShortTime(scheduled_delivery_timestamp) }),
      false,
      () => void takeBack(),
    );
  };
  return (
    <Button
      kind="quiet"
      class="send-later"
      icon={ChevronUp}
      label={t('Send later')}
      aria-haspopup="menu"
      disabled={!conversation}
      onClick={(event) => {
        if (text().trim() === '') return toast(t('Write a message first'));
        const wrong = lengthError(text().trim());
        if (wrong) return toast(wrong, true);
        openPopover(
          event.currentTarget,
          <Menu
            label={t('Send later')}
            items={timeMenuItems('send', Clock, { title: t('Send later'), action: t('Schedule') }, schedule, (error) =>
              toast(errorText(error), true),
            )}
          >
            <p class="menu-title">{t('Send later')}</p>
          </Menu>,
        );
      }}
    />
  );
}

/** The recipient in the format of scheduled messages. */
const scheduledRecipient = (conversation: Conversation) =>
  conversation.kind === 'topic'
    ? { type: 'channel' as const, to: conversation.channel, topic: conversation.topic }
    : { type: 'direct' as const, to: [...conversation.people] };
