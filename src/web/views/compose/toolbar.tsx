import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { readStored, writeStored } from '../../actions/local-storage.ts';
import { Eye, EyeOff, Link, List, Pencil, Plus, Quote, Smile } from '../../design/icons.ts';
import { Menu, openPopover, Panel, toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import {
  Bold,
  CalendarClock,
  ChartBar,
  Code,
  Italic,
  ListOrdered,
  ListTodo,
  Paperclip,
  Sigma,
  Strikethrough,
  TextQuote,
  Type,
  Video,
} from '../../design/more-icons.ts';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Conversation } from '../../store/conversation.ts';
import { Rendered } from '../message/rendered.tsx';
import { attachEditor, format } from './attach-editor.ts';
import css from './compose.css';
import { changeRecipient } from './compose.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
import { acceptDrops, attach } from './files.ts';
import type { Format } from './format.ts';
import { insertWord } from './text-field.ts';
import { chooseTime } from './time-dialog.tsx';
import { Toolbar, ToolbarButton } from './toolbar-buttons.tsx';
import { Uploads } from './uploads.tsx';
import { hasCalls, insertCall } from './video-call.ts';
import { ComposeWarnings } from './warnings.tsx';

addStyle(css);

const STORED = 'formatting';
const FORMATS: readonly (readonly [Format, IconNode, () => string])[] = [
  ['bold', Bold, () => t('Bold (Ctrl+B)')],
  ['italic', Italic, () => t('Italic (Ctrl+I)')],
  ['strike', Strikethrough, () => t('Strikethrough (Ctrl+Shift+X)')],
  ['link', Link, () => t('Link (Ctrl+Shift+L)')],
  ['bullets', List, () => t('List')],
  ['numbers', ListOrdered, () => t('Numbered list')],
  ['quote', Quote, () => t('Quote (Ctrl+Shift+.)')],
  ['code', Code, () => t('Code (Ctrl+E)')],
  ['spoiler', EyeOff, () => t('Spoiler')],
  ['math', Sigma, () => t('Formula')],
];

interface BarProps {
  /** The ID of the text field that the bar belongs to. */
  field: string;
  conversation: Conversation | undefined;
  /** For the box that sends messages: also shows tools that create a message of their own. */
  sends?: boolean;
}

/** The toolbar of a text field: formatting, emoji, files, preview and more. */
export function ComposeToolbar({ field: id, conversation, sends = false }: BarProps) {
  const shown = useSignal(readStored(STORED, matchMedia('(width >= 43.75em)').matches));
  const preview = useSignal<string | undefined>(undefined);
  const where = useRef(conversation);
  where.current = conversation;
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const field = () => document.getElementById(id) as HTMLTextAreaElement;

  // Before the first paint, since users may act as soon as they see it.
  useLayoutEffect(() => {
    // The element may already be removed if the user has moved on.
    const box = bar.current?.closest<HTMLElement>('.compose-box');
    if (!box || !field()) return;
    const stops = [
      attachEditor(field(), () => where.current),
      acceptDrops(
        sends ? (box.closest<HTMLElement>('.main') ?? box) : box,
        box,
        () => document.getElementById(id) as HTMLTextAreaElement | null,
      ),
    ];
    const looks = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.code !== 'KeyP') return;
      event.preventDefault();
      void showPreview();
    };
    box.addEventListener('keydown', looks);
    const sent = () => (preview.value = undefined);
    const mine = field();
    mine.addEventListener('sent', sent);
    return () => {
      mine.removeEventListener('sent', sent);
      box.removeEventListener('keydown', looks);
      for (const stop of stops) stop();
    };
  }, [id]);
  const isPreview = preview.value !== undefined;
  useEffect(() => {
    const one = field();
    if (!one) return;
    if (isPreview && document.activeElement === one) bar.current!.querySelector<HTMLElement>('.bar-look')!.focus();
    one.hidden = isPreview;
  }, [isPreview]);

  const showPreview = async () => {
    if (preview.peek() !== undefined) {
      preview.value = undefined;
      requestAnimationFrame(() => field().focus());
      return;
    }
    try {
      const { rendered } = await request('POST /messages/render', { content: field().value || ' ' });
      preview.value = rendered;
    } catch (error) {
      toast(errorText(error), true);
    }
  };
  const toggle = () => {
    shown.value = !shown.value;
    writeStored(STORED, shown.value);
  };

  return (
    <div ref={bar} class="bar">
      {isPreview && (
        <section class="compose-preview" aria-label={t('Preview')}>
          {preview.value ? <Rendered html={preview.value} /> : <p class="field-hint">{t('Nothing to preview')}</p>}
        </section>
      )}
      <Uploads field={id} />
      <ComposeWarnings field={id} conversation={conversation} sends={sends} />
      <Toolbar label={t('Writing')} class="bar-tools">
        <ToolbarButton icon={Paperclip} label={t('Attach files')} onClick={() => picker.current!.click()} />
        <ToolbarButton
          icon={Smile}
          label={t('Emoji')}
          aria-haspopup="dialog"
          onClick={(event) =>
            openPopover(
              event.currentTarget,
              <Panel label={t('Emoji')}>
                <EmojiPicker pick={({ emoji_name }) => insertWord(field(), `:${emoji_name}:`)} />
              </Panel>,
              'top-start',
            )
          }
        />
        <ToolbarButton icon={Type} label={t('Formatting')} aria-pressed={shown.value} onClick={toggle} />
        <ToolbarButton
          class="bar-look"
          icon={isPreview ? Pencil : Eye}
          label={isPreview ? t('Continue writing (Alt+P)') : t('Preview (Alt+P)')}
          aria-pressed={isPreview}
          onClick={() => void showPreview()}
        />
        <ToolbarButton
          icon={Plus}
          label={t('Insert')}
          aria-haspopup="menu"
          onClick={(event) =>
            openPopover(
              event.currentTarget,
              <More field={field()} conversation={sends ? conversation : undefined} />,
              'top-start',
            )
          }
        />
      </Toolbar>
      {shown.value && !isPreview && (
        <Toolbar label={t('Formatting')} class="bar-formats">
          {FORMATS.map(([how, icon, name]) => (
            <ToolbarButton key={how} icon={icon} label={name()} onClick={() => format(field(), how)} />
          ))}
        </Toolbar>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          attach(field(), [...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function More({ field, conversation }: { field: HTMLTextAreaElement; conversation: Conversation | undefined }) {
  const lists = conversation
    ? [
        { name: t('Change recipient'), icon: Pencil, act: changeRecipient },
        {
          name: t('Poll'),
          icon: ChartBar,
          act: () => void import('./poll-and-todo.tsx').then(({ openPoll }) => openPoll(conversation)),
        },
        {
          name: t('To-do list'),
          icon: ListTodo,
          act: () => void import('./poll-and-todo.tsx').then(({ openTodo }) => openTodo(conversation)),
        },
      ]
    : [];
  return (
    <Menu
      label={t('Insert')}
      items={[
        ...lists,
        ...(hasCalls() ? [{ name: t('Add video call'), icon: Video, act: () => void insertCall(field) }] : []),
        { name: t('Time'), icon: CalendarClock, act: () => void chooseTime(field) },
        {
          name: t('Saved snippets'),
          icon: TextQuote,
          act: () => void import('./snippets.tsx').then(({ openSnippets }) => openSnippets(field)),
        },
      ]}
    />
  );
}
