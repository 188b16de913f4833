import { useSignal } from '@preact/signals';
import { t } from '../i18n/text.ts';
import { topicLists } from '../store/local/topic-lists.ts';
import { topicName } from '../text/names.ts';
import { Combobox } from './combobox.tsx';

/** The maximum number of suggested topics. */
const MOST = 40;
const LONGEST = 60;

/** The topics of a channel that match a query, newest first; those that start with it come before. */
function topicsLike(channel: number | undefined, typed: string): string[] {
  const query = typed.trim().toLocaleLowerCase();
  const rank = (name: string) => Number(!name.toLocaleLowerCase().startsWith(query));
  const names = (topicLists.value.get(channel ?? 0) ?? []).map(({ name }) => topicName(name));
  const found = names.filter((name) => name.toLocaleLowerCase().includes(query)).sort((a, b) => rank(a) - rank(b));
  return found.slice(0, MOST);
}

/** The display name of the empty topic stands for the empty topic. */
export const plainTopic = (written: string): string =>
  written.trim().toLowerCase() === topicName('').toLowerCase() ? '' : written.trim();

interface TopicFieldProps {
  channel: number | undefined;
  /** The display name of a topic, or what is typed. */
  value: string;
  set: (value: string) => void;
  placeholder: string;
  id?: string;
  disabled?: boolean;
  autofocus?: boolean;
  /** Leaves the field after Enter. Without it, Enter submits the form. */
  leave?: () => void;
}

/** A field for a topic, old or new, that suggests those of the channel. The caller fetches them. */
export function TopicField({ channel, value, set, leave, ...field }: TopicFieldProps) {
  const isOpen = useSignal(false);
  return (
    <div class="topic-choice">
      <Combobox
        label={t('Topic')}
        field={{ ...field, class: 'topic-field', maxLength: LONGEST }}
        isFree
        value={value}
        write={(text) => {
          isOpen.value = true;
          set(text);
        }}
        found={isOpen.value ? topicsLike(channel, value).map((name, id) => ({ id, name })) : []}
        take={(at) => {
          set(topicsLike(channel, value)[at]!);
          isOpen.value = false;
          leave?.();
        }}
        onKey={(event) => {
          if (event.key === 'ArrowDown' && !isOpen.value) isOpen.value = true;
          else if (event.key === 'Escape' && isOpen.value) isOpen.value = false;
          else if (event.key === 'Enter' && !event.isComposing && leave) leave();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={() => (isOpen.value = false)}
      />
    </div>
  );
}
