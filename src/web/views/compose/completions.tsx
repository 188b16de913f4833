import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { once } from '../../../shared/memo.ts';
import { loadEmoji } from '../../actions/emoji-table.ts';
import { fetchTopics } from '../../actions/topics.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { AtSign, Hash, MessageSquare, Users } from '../../design/icons.ts';
import { CalendarClock, Code, Slash } from '../../design/more-icons.ts';
import { Avatar, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import type { Conversation } from '../../store/conversation.ts';
import { afterPaint } from '../../store/local/after-paint.ts';
import { dismissed, type OpenCompletion, openCompletion } from '../../store/local/completion.ts';
import type { MessageField } from '../../store/local/elements.ts';
import { emojiTable } from '../../store/local/emoji.ts';
import { topicLists } from '../../store/local/topic-lists.ts';
import { store } from '../../store/store.ts';
import { displayName, presence } from '../../text/names.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import { type CompletionContext, completionContextAt } from './completion-context.ts';
import { onMessageChange } from './field-text.ts';
import { applyChange } from './text-field.ts';
import { chooseTime } from './time-dialog.tsx';

const LIST = 'completions';
const OPENED = { 'aria-expanded': 'true', 'aria-controls': LIST, 'aria-haspopup': 'listbox' };
const optionId = (at: number): string => `completion-${at}`;

/**
 * Adds completion to a text field: a combobox whose active option screen readers announce. Returns a function that
 * removes it.
 */
export function attachCompletion(field: HTMLTextAreaElement, conversation: () => Conversation | undefined): () => void {
  renderList();
  const look = () => {
    const { selectionStart, selectionEnd, value } = field;
    const context =
      selectionStart === selectionEnd && document.activeElement === field
        ? completionContextAt(value, selectionStart)
        : undefined;
    if (!context || isDismissed(field, context)) {
      if (!context) dismissed.field = undefined;
      if (openCompletion.peek()?.field === field) show(undefined);
      return;
    }
    fetchFor(context, look);
    const candidates = candidatesFor(context, conversation());
    const before = openCompletion.peek();
    const same =
      before?.field === field && before.context.from === context.from && before.context.query === context.query;
    show(
      candidates.length === 0
        ? undefined
        : { field, context: context, candidates, at: same ? Math.min(before.at, candidates.length - 1) : 0 },
    );
  };
  // The typed letter is painted first, since a search through ten thousand users takes time. A key that accepts a
  // suggestion runs the search immediately.
  let due: (() => void) | undefined;
  const lookNow = () => {
    due?.();
    due = undefined;
    look();
  };
  const lookSoon = () => {
    due ??= afterPaint(lookNow);
  };
  const keys = (event: KeyboardEvent) => {
    if (due && (event.key.length > 1 || event.key === '>')) lookNow();
    const { value: now } = openCompletion;
    if (!now || now.field !== field || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!handleKey(event, now)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const moved = (event: KeyboardEvent) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && look();
  field.setAttribute('aria-autocomplete', 'list');
  const stopped = new AbortController();
  const { signal } = stopped;
  field.addEventListener('input', lookSoon, { signal });
  field.addEventListener('click', look, { signal });
  field.addEventListener('keyup', moved, { signal });
  field.addEventListener('blur', () => show(undefined), { signal });
  field.addEventListener('keydown', keys, { capture: true, signal });
  const stop = onMessageChange(field.id as MessageField, (reason) => reason === 'sent' && look());
  return () => {
    due?.();
    stop();
    stopped.abort();
    if (openCompletion.peek()?.field === field) show(undefined);
  };
}

function show(next: OpenCompletion | undefined): void {
  const before = openCompletion.peek();
  // The field has the combobox role only while its list is open.
  if (before && before.field !== next?.field)
    for (const name of ['role', ...Object.keys(OPENED), 'aria-activedescendant']) before.field.removeAttribute(name);
  openCompletion.value = next;
  if (!next) return;
  for (const [name, value] of Object.entries({ role: 'combobox', ...OPENED })) next.field.setAttribute(name, value);
  next.field.setAttribute('aria-activedescendant', optionId(next.at));
}

/** Fetches missing data and searches again. */
function fetchFor({ kind, channel }: CompletionContext, again: () => void): void {
  if (kind === 'emoji' && !emojiTable.peek()) void loadEmoji().then(() => emojiTable.peek() && again());
  if (kind !== 'topic') return;
  const found = [...store.channels.peek().values()].find(({ name }) => name.toLowerCase() === channel!.toLowerCase());
  if (found && !topicLists.peek().has(found.stream_id)) void fetchTopics(found.stream_id).then(again, () => {});
}

const isDismissed = (field: HTMLTextAreaElement, { from }: CompletionContext): boolean =>
  dismissed.field === field && dismissed.from === from && dismissed.sign === field.value[from];

function handleKey(event: KeyboardEvent, now: OpenCompletion): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { length } = now.candidates;
  if (step !== undefined) {
    show({ ...now, at: (now.at + step + length) % length });
    return true;
  }
  if (event.key === 'Escape') {
    const { field, context } = now;
    Object.assign(dismissed, { field, from: context.from, sign: field.value[context.from] });
    show(undefined);
    return true;
  }
  const candidate = now.candidates[now.at]!;
  if (/^(?:Enter|Tab)$/.test(event.key) && !event.shiftKey) {
    // Enter on a completely typed command sends it.
    if (event.key === 'Enter' && candidate.text.trim() === now.field.value && candidate.kind === 'slash') return false;
    accept(now, candidate);
    // Enter after the language of a code block also begins its first line.
    return event.key !== 'Enter' || candidate.kind !== 'language';
  }
  if (event.key === '>' && candidate.kind === 'channel') {
    accept(now, { ...candidate, text: `#**${candidate.name}>` });
    return true;
  }
  return false;
}

function accept({ field, context }: OpenCompletion, candidate: Candidate): void {
  const caret = field.selectionStart;
  show(undefined);
  if (candidate.kind === 'time') {
    void chooseTime(field, context.from);
    return;
  }
  const closes = /^\*+/.exec(field.value.slice(caret))?.[0].length ?? 0;
  const from = candidate.kind === 'language' ? caret - context.query.length : context.from;
  const end = from + candidate.text.length;
  applyChange(field, {
    from,
    to: caret + (candidate.text.includes('**') ? closes : 0),
    text: candidate.text,
    start: end,
    end,
  });
}

/** Displays the list above everything, including dialogs. */
const renderList = once(() => {
  const root = document.createElement('div');
  root.translate = false;
  document.body.append(root);
  render(<List />, root);
  return root;
});

function List() {
  const box = useRef<HTMLDivElement>(null);
  const { value: now } = openCompletion;
  useLayoutEffect(() => {
    const list = box.current!;
    if (!now) {
      if (list.matches(':popover-open')) list.hidePopover();
      return;
    }
    // Elements outside an open dialog are inert, so the list moves into the field's dialog.
    if (!list.matches(':popover-open')) list.showPopover();
    return autoUpdate(now.field, list, () => {
      void computePosition(now.field, list, {
        strategy: 'fixed',
        placement: 'top-start',
        middleware: [offset(8), flip({ padding: 8 }), shift({ padding: 8 })],
      }).then(({ x, y }) => Object.assign(list.style, { left: `${x}px`, top: `${y}px` }));
    });
  }, [now?.field, now === undefined]);
  useLayoutEffect(() => {
    box.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [now?.at]);
  return (
    <div ref={box} class="popover completions" popover="manual">
      <div id={LIST} role="listbox" aria-label={t('Suggestions')}>
        {now?.candidates.map((candidate, at) => (
          <div
            key={candidate.key}
            id={optionId(at)}
            role="option"
            aria-selected={at === now.at}
            tabIndex={-1}
            class="completion"
            onPointerDown={(event) => {
              event.preventDefault();
              accept(now, candidate);
            }}
          >
            <Mark candidate={candidate} />
            <span class="completion-name" dir="auto">
              {candidate.person ? displayName(candidate.person.user_id) : candidate.name}
            </span>
            {candidate.note && (
              <span class="completion-note" dir="auto">
                {candidate.note}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

const MARKS = {
  person: AtSign,
  silent: AtSign,
  everybody: Users,
  group: Users,
  channel: Hash,
  topic: MessageSquare,
  slash: Slash,
  language: Code,
  time: CalendarClock,
  emoji: AtSign,
};

function Mark({ candidate: { person, sign, kind } }: { candidate: Candidate }) {
  if (person)
    return <Avatar name={person.full_name} url={person.avatar_url} size={24} presence={presence(person.user_id)} />;
  if (sign) return <EmojiIcon emoji={sign} toned />;
  return <Icon of={MARKS[kind]} size={17} />;
}
