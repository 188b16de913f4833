import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { emojiText } from '../../actions/emoji-table.ts';
import { readStored, writeStored } from '../../actions/local-storage.ts';
import { afterRender } from '../../design/after-render.ts';
import { AtSign, List, Pencil, Plus, Quote } from '../../design/icons.ts';
import { openPopover, Panel, toast } from '../../design/layers.tsx';
import { lazyView } from '../../design/lazy.tsx';
import { addStyle } from '../../design/load-style.ts';
import {
  Bold,
  CaseSensitive,
  Code,
  EyeOff,
  Italic,
  Link,
  ListOrdered,
  MessageSquarePlus,
  Mic,
  Sigma,
  Smile,
  SquareCode,
  Strikethrough,
  WandSparkles,
} from '../../design/more-icons.ts';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { canPost } from '../../permissions/messages.ts';
import { request } from '../../server/request.ts';
import type { Conversation } from '../../store/conversation.ts';
import { elements, type MessageField } from '../../store/local/elements.ts';
import { formattedView } from '../../store/local/formatted-view.ts';
import { choosingRecipient } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { startTopic } from '../menus.tsx';
import { Rendered } from '../message/rendered.tsx';
import { attachEditor, format } from './attach-editor.ts';
import css from './compose.css';
import { EmojiPicker } from './emoji-picker.tsx';
import { messageIn, onMessageChange } from './field-text.ts';
import { acceptDrops, attach } from './files.ts';
import type { Format } from './format.ts';
import { InsertMenu } from './insert-menu.tsx';
import { useSharedFiles } from './shared-files.ts';
import { beginWord, insertWord } from './text-field.ts';
import { Toolbar, ToolbarButton } from './toolbar-buttons.tsx';
import { VOICE_FORMAT } from './voice-format.ts';
import { ComposeWarnings } from './warnings.tsx';

addStyle(css);

const VoiceRecorder = lazyView(() => import('./voice-recorder.tsx').then(({ VoiceRecorder }) => VoiceRecorder));

const STORED = 'formatting';
const STORED_VIEW = 'formatted-view';
const FORMATS: readonly (readonly [Format, IconNode, () => string])[] = [
  ['bold', Bold, () => t('Bold (Ctrl+B)')],
  ['italic', Italic, () => t('Italic (Ctrl+I)')],
  ['strike', Strikethrough, () => t('Strikethrough (Ctrl+Shift+X)')],
  ['link', Link, () => t('Link (Ctrl+Shift+L)')],
  ['bullets', List, () => t('List')],
  ['numbers', ListOrdered, () => t('Numbered list')],
  ['quote', Quote, () => t('Quote (Ctrl+Shift+.)')],
  ['code', Code, () => t('Code (Ctrl+E)')],
  ['codeBlock', SquareCode, () => t('Code block (Ctrl+Shift+C)')],
  ['spoiler', EyeOff, () => t('Spoiler')],
  ['math', Sigma, () => t('Formula')],
];

interface BarProps {
  /** The text field that the bar belongs to. */
  field: MessageField;
  conversation: Conversation | undefined;
  /** For the box that sends messages: also shows tools that create a message of their own. */
  sends?: boolean;
  /** Offers to send a text that is too long as a file. */
  sendAsFile?: (() => void) | undefined;
}

/** The toolbar of a text field: formatting, emoji, files, preview and more. */
export function ComposeToolbar({ field: id, conversation, sends = false, sendAsFile }: BarProps) {
  const hasFormats = useSignal(readStored(STORED, false));
  const bar = useRef<HTMLDivElement>(null);
  const field = () => elements[id].current!;
  const { preview, togglePreview } = usePreview(bar, id);
  useSharedFiles(sends ? id : undefined, conversation);
  useEditor({ bar, id, conversation, sends, togglePreview, closePreview: () => (preview.value = undefined) });
  useFormattedView(id);
  const isPreview = preview.value !== undefined;
  const isRecording = useSignal(false);
  const closeRecorder = () => {
    isRecording.value = false;
    field().focus();
  };
  const toggleFormats = () => {
    hasFormats.value = !hasFormats.value;
    writeStored(STORED, hasFormats.value);
  };
  return (
    <div ref={bar} class="bar">
      {isPreview && (
        <section class="compose-preview" aria-label={t('Preview')}>
          {preview.value ? <Rendered html={preview.value} /> : <p class="field-hint">{t('Nothing to preview')}</p>}
        </section>
      )}
      <ComposeWarnings field={id} conversation={conversation} sends={sends} sendAsFile={sendAsFile} />
      {isRecording.value && conversation && <VoiceRecorder conversation={conversation} close={closeRecorder} />}
      <Toolbar label={t('Writing')} class="bar-tools">
        {sends && conversation?.kind === 'topic' && <NewTopicButton channel={conversation.channel} />}
        <InsertButton field={id} conversation={conversation} sends={sends} togglePreview={togglePreview} />
        <EmojiButton field={field} />
        <MentionButton field={field} />
        {sends && conversation && VOICE_FORMAT && (
          <ToolbarButton
            icon={Mic}
            label={t('Record a voice message')}
            disabled={isRecording.value}
            onClick={() => (isRecording.value = true)}
          />
        )}
        <ToolbarButton
          class="bar-format"
          icon={CaseSensitive}
          label={t('Formatting')}
          aria-pressed={hasFormats.value}
          onClick={toggleFormats}
        />
        {isPreview && <WriteButton close={() => void togglePreview()} />}
      </Toolbar>
      {hasFormats.value && !isPreview && <FormatBar field={id} />}
    </div>
  );
}

/** Starts another topic of the channel, with the text that is already there. */
function NewTopicButton({ channel }: { channel: number }) {
  if (choosingRecipient.value !== undefined || !canPost(store.channels.value.get(channel))) return null;
  return (
    <ToolbarButton
      class="bar-topic"
      icon={MessageSquarePlus}
      aria-label={t('New topic')}
      onClick={() => startTopic(channel)}
    >
      <span>{t('New topic')}</span>
    </ToolbarButton>
  );
}

/** The buttons that format the selected text. */
function FormatBar({ field }: { field: MessageField }) {
  const isOn = formattedView.value;
  return (
    <Toolbar label={t('Formatting')} class="bar-formats">
      {FORMATS.map(([how, icon, name]) => (
        <ToolbarButton key={how} icon={icon} label={name()} onClick={() => format(elements[field].current!, how)} />
      ))}
      <ToolbarButton
        icon={WandSparkles}
        label={t('Show formatting while writing')}
        aria-pressed={isOn}
        onClick={() => {
          formattedView.value = !isOn;
          writeStored(STORED_VIEW, !isOn);
        }}
      />
    </Toolbar>
  );
}

/** The view in which bold text is bold. It is the same for all fields, and this browser remembers it. */
function useFormattedView(id: MessageField): void {
  const isOn = (formattedView.value ??= readStored(STORED_VIEW, false));
  useEffect(() => {
    if (!isOn) return;
    let detach = () => {};
    let isWanted = true;
    import('./formatted-view.ts').then(
      ({ attachFormattedView }) => {
        const { current: field } = elements[id];
        if (isWanted && field) detach = attachFormattedView(field);
      },
      (error) => toast(errorText(error), true),
    );
    return () => {
      isWanted = false;
      detach();
    };
  }, [id, isOn]);
}

/** The preview of the text as the server renders it; undefined while the text itself is shown. */
function usePreview(bar: RefObject<HTMLDivElement | null>, id: MessageField) {
  const preview = useSignal<string | undefined>(undefined);
  const isPreview = preview.value !== undefined;
  useLayoutEffect(() => {
    const { current: text } = elements[id];
    if (!text) return;
    if (isPreview && document.activeElement === text) bar.current!.querySelector<HTMLElement>('.bar-look')!.focus();
    text.hidden = isPreview;
  }, [isPreview]);
  const togglePreview = async () => {
    if (preview.peek() !== undefined) {
      preview.value = undefined;
      afterRender(() => elements[id].current!.focus());
      return;
    }
    try {
      const { rendered } = await request('POST /messages/render', { content: messageIn(elements[id].current!) || ' ' });
      preview.value = rendered;
    } catch (error) {
      toast(errorText(error), true);
    }
  };
  return { preview, togglePreview };
}

interface InsertButtonProps extends Required<Pick<BarProps, 'field' | 'sends'>> {
  conversation: Conversation | undefined;
  togglePreview: () => Promise<void>;
}

interface EditorContext extends Required<Pick<BarProps, 'sends'>> {
  bar: RefObject<HTMLDivElement | null>;
  id: MessageField;
  conversation: Conversation | undefined;
  togglePreview: () => Promise<void>;
  closePreview: () => void;
}

/** Adds shortcuts, completion, pasting and dropping of files to the text field. */
function useEditor({ bar, id, conversation, sends, togglePreview, closePreview }: EditorContext): void {
  const current = useRef(conversation);
  current.current = conversation;
  // Before the first paint, since users may act as soon as they see it.
  useLayoutEffect(() => {
    // The element may already be removed if the user has moved on.
    const box = bar.current?.closest<HTMLElement>('.compose-box');
    if (!box || !elements[id].current) return;
    const detachEditor = attachEditor(id, () => current.current);
    const take = (files: readonly File[]) => attach(id, files, current.current);
    const refuseDrops = acceptDrops(sends ? (box.closest<HTMLElement>('.main') ?? box) : box, box, take);
    const previewByKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.code !== 'KeyP') return;
      event.preventDefault();
      void togglePreview();
    };
    box.addEventListener('keydown', previewByKey);
    const stop = onMessageChange(id, (reason) => reason === 'sent' && closePreview());
    return () => {
      stop();
      box.removeEventListener('keydown', previewByKey);
      detachEditor();
      refuseDrops();
    };
  }, [id]);
}

/** Opens the menu of what can be added. Files are chosen in a hidden field, which stays when the menu closes. */
function InsertButton({ field, conversation, sends, togglePreview }: InsertButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const attachFiles = () => picker.current!.click();
  const open = (anchor: Element) => {
    const context = { anchor, field: elements[field].current!, conversation, sends, attachFiles, togglePreview };
    openPopover(anchor, <InsertMenu {...context} />, 'top-start');
  };
  return (
    <>
      <ToolbarButton
        icon={Plus}
        label={t('Insert')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => open(currentTarget)}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          attach(field, [...(event.currentTarget.files ?? [])], conversation);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

const MentionButton = ({ field }: { field: () => HTMLTextAreaElement }) => (
  <ToolbarButton
    class="bar-mention"
    icon={AtSign}
    label={t('Mention someone')}
    onClick={() => beginWord(field(), '@')}
  />
);

/** Ends the preview. */
const WriteButton = ({ close }: { close: () => void }) => (
  <ToolbarButton class="bar-look" icon={Pencil} label={t('Continue writing (Alt+P)')} aria-pressed onClick={close} />
);

const EmojiButton = ({ field }: { field: () => HTMLTextAreaElement }) => (
  <ToolbarButton
    icon={Smile}
    label={t('Emoji')}
    aria-haspopup="dialog"
    onClick={(event) =>
      openPopover(
        event.currentTarget,
        <Panel label={t('Emoji')}>
          <EmojiPicker pick={(emoji) => insertWord(field(), emojiText(emoji))} />
        </Panel>,
        'top-start',
      )
    }
  />
);
