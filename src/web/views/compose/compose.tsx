import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { getDraft, saveDraft, saveUnaddressedText, unaddressedText } from '../../actions/drafts.ts';
import { send } from '../../actions/send.ts';
import { notifyTyping, stopTyping } from '../../actions/typing.ts';
import { afterRender } from '../../design/after-render.ts';
import { Mail, MessageSquare, Pencil, SendHorizontal, X } from '../../design/icons.ts';
import { isNarrow, toast } from '../../design/layers.tsx';
import { lazyView } from '../../design/lazy.tsx';
import { Button } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { type Conversation, getKey } from '../../store/conversation.ts';
import { changedElsewhere, drafts, movedConversation } from '../../store/local/drafts.ts';
import { elements } from '../../store/local/elements.ts';
import { currentRoute } from '../../store/local/route.ts';
import { isUploading } from '../../store/local/uploads.ts';
import { voiceMessage } from '../../store/local/voice-message.ts';
import { conversationIn } from '../../store/narrow.ts';
import { choosingRecipient, editedFromBox, editing, selectedRecipient } from '../../store/page.ts';
import { store } from '../../store/store.ts';
import { channelLabel, channelName, conversationName, makeHref } from '../../text/names.ts';
import { editLast } from '../message/editing.ts';
import { addMessage, grow, messageIn, onMessageChange, showMessage } from './field-text.ts';
import { Files, Quotes } from './lazy-chips.tsx';
import { lengthError } from './message-length.ts';
import { Recipients } from './recipients.tsx';

type TextTools = typeof import('./text-tools.ts').textTools;

const Bar = lazyView(() => import('./toolbar.tsx').then(({ ComposeToolbar: Bar }) => Bar));
const Notices = lazyView(() => import('./command-notices.tsx').then(({ CommandNotices }) => CommandNotices));
const Hint = lazyView(() => import('./hint.tsx').then(({ ComposeHint }) => ComposeHint));
const SendLater = lazyView(() => import('./send-later.tsx').then(({ SendLater }) => SendLater));

const FIELD = 'compose-text';
const element = elements[FIELD];

/**
 * Focuses the compose box, with the given recipient if any. If the box is not open, focuses the button that opens it.
 */
export function focusCompose(conversation?: Conversation): void {
  if (conversation) {
    choosingRecipient.value = undefined;
    selectedRecipient.value = conversation;
  }
  afterRender(() => (element.current ?? elements.compose.current?.querySelector('button'))?.focus());
}

/** Opens the selection of other recipients for the current text. */
export function changeRecipient(): void {
  if (!selectedRecipient.peek()) selectedRecipient.value = shownConversation();
  choosingRecipient.value = selectedRecipient.peek()?.kind ?? 'topic';
  focusRecipients();
}

function shownConversation(): Conversation | undefined {
  const at = currentRoute.peek();
  return at.view === 'narrow' ? conversationIn(at.narrow) : undefined;
}

/** Opens the conversation that the user is composing for, if another one is shown. */
export function openRecipient(): boolean {
  if (selectedRecipient.peek()) location.hash = makeHref(selectedRecipient.peek()!);
  return selectedRecipient.peek() !== undefined;
}

/** Adds a text or a quotation to a conversation's compose box, on its own line if the box is not empty. */
export function addToDraft(conversation: Conversation, text: string): void {
  focusCompose(conversation);
  afterRender(() => {
    if (element.current) addMessage(element.current, text);
  });
}

interface ComposeProps {
  here: Conversation | undefined;
  channel: number | undefined;
}

/**
 * The compose box, which is always visible. It writes to `here`, the conversation on screen, unless another recipient
 * is selected.
 */
export function Compose({ here, channel }: ComposeProps) {
  useRecipientReset(here, channel);
  const isChoosing = choosingRecipient.value !== undefined;
  const to = isChoosing ? selectedRecipient.value : (selectedRecipient.value ?? here);
  const clear = useDraftText(to, isChoosing);
  const tools = useTextTools();
  if (!to && !isChoosing) return <ComposeButtons channel={channel} />;
  /** Empties the box after its content was submitted. */
  const done = () => {
    stopTyping();
    clear();
  };
  const text = () => (element.current ? tools.current.tidy(messageIn(element.current)) : '');
  const sendAsFile = () => to && offerFile(to, text(), done);
  const submit = (content = text()) => submitText(content, { to, here, done, findCommand: tools.current.findCommand });
  const submitAll = () =>
    submitWithRecording(to, submit, (link) => {
      const draft = to ? tools.current.tidy(getDraft(to)).trimEnd() : '';
      submit(draft ? `${draft}\n${link}` : link);
    });
  return (
    <section ref={elements.compose} class="compose" translate={false} id="compose" aria-label={t('Write a message')}>
      {choosingRecipient.value ? (
        <Recipients kind={choosingRecipient.value} channel={channel} value={to} />
      ) : (
        to && (!here || getKey(here) !== getKey(to)) && <OtherRecipient to={to} here={here} />
      )}
      {to && <Notices to={to} />}
      <div class="compose-box">
        <Quotes field={FIELD} />
        <ComposeField to={to} isChoosing={isChoosing} submit={submitAll} />
        <Files field={FIELD} draft={to ? getKey(to) : ''} />
        <div class="compose-foot">
          <Bar field={FIELD} conversation={to} sends sendAsFile={sendAsFile} />
          <Hint />
          <SendLater conversation={to} text={text} done={done} />
          <Button
            kind="primary"
            class="compose-send"
            icon={SendHorizontal}
            label={t('Send')}
            disabled={!to}
            // A press must not take the focus: the user goes on writing, and phones would close their keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={submitAll}
          />
        </div>
      </div>
    </section>
  );
}

/** The script is loaded after the first view. Until then, and if it cannot be loaded, texts are sent as they are. */
function useTextTools() {
  const tools = useRef<TextTools>({ tidy: (text) => text, findCommand: () => undefined });
  useEffect(() => {
    import('./text-tools.ts').then(
      ({ textTools }) => (tools.current = textTools),
      () => {},
    );
  }, []);
  return tools;
}

/** When another conversation is opened, it becomes the recipient; a selected conversation that moves is followed. */
function useRecipientReset(here: Conversation | undefined, channel: number | undefined): void {
  useLayoutEffect(() => {
    selectedRecipient.value = undefined;
    choosingRecipient.value = undefined;
  }, [here && getKey(here), channel]);
  const moved = movedConversation.value;
  useLayoutEffect(() => {
    if (selectedRecipient.peek() && moved.from === getKey(selectedRecipient.peek()!))
      selectedRecipient.value = moved.to;
  }, [moved]);
}

/** Shows the draft of the recipient in the field. Returns a function that empties both after the text was sent. */
function useDraftText(to: Conversation | undefined, isChoosing: boolean) {
  const key = to && getKey(to);
  const last = useRef<Conversation | undefined>(undefined);
  const shown = useRef(key);
  shown.current = key;
  useLayoutEffect(() => {
    if (!element.current) return;
    const text = textFor(to, isChoosing ? last.current : undefined);
    // A text that moves along keeps its caret position.
    if (messageIn(element.current) === text) grow(element.current);
    else showMessage(element.current, text);
    last.current = isChoosing ? to : undefined;
  }, [key, isChoosing]);
  const elsewhere = changedElsewhere.value;
  useLayoutEffect(() => {
    // The text must not change while the user is typing. A draft that was sent elsewhere was not changed here.
    const isWriting = document.activeElement === element.current && document.hasFocus();
    if (!element.current || !to || !elsewhere.has(key!) || (isWriting && getDraft(to))) return;
    showMessage(element.current, getDraft(to));
  }, [elsewhere]);
  return () => {
    // The user may have moved to another conversation meanwhile.
    const field = shown.current === key ? element.current : null;
    // A draft that was changed elsewhere while the user wrote here stays.
    if (to && (!field || messageIn(field) === getDraft(to))) saveDraft(to, '');
    if (field) showMessage(field, '', 'sent');
    last.current = undefined;
  };
}

/**
 * Sends what is in the box, with the voice message that is recorded for the same conversation. A voice message for
 * another one stays with its recorder.
 */
function submitWithRecording(to: Conversation | undefined, submit: () => void, deliver: (link: string) => void): void {
  const voice = voiceMessage.peek();
  // Files that are still uploaded prevent both.
  if (!to || !voice || getKey(voice.to) !== getKey(to) || isUploading(FIELD, getKey(to))) submit();
  else void voice.finish(deliver);
}

interface Submission {
  to: Conversation | undefined;
  here: Conversation | undefined;
  /** Empties the box. */
  done: () => void;
  findCommand: TextTools['findCommand'];
}

/** Sends a text, or runs it if it is a command. Offers to send a text that is too long as a file. */
function submitText(text: string, { to, here, done, findCommand }: Submission): void {
  if (!to) return;
  if (isUploading(FIELD, getKey(to))) {
    toast(t('Wait until your files are uploaded, or cancel them.'), true);
    return;
  }
  if (text.trim() === '') return;
  const content = text.replace(/\s+$/, '');
  if (lengthError(content)) offerFile(to, content, done);
  else {
    done();
    const run = findCommand(text.trim(), to);
    if (run) return void run();
    send(to, content);
    const isElsewhere = choosingRecipient.peek() || !here || getKey(here) !== getKey(to);
    if (isElsewhere && store.settings.peek().web_navigate_to_sent_message) location.hash = makeHref(to);
    choosingRecipient.value = undefined;
  }
}

function offerFile(to: Conversation, text: string, done: () => void): void {
  const sent = () => {
    done();
    choosingRecipient.value = undefined;
  };
  void import('./send-as-file.tsx').then(
    ({ openSendAsFile }) => openSendAsFile({ to, text, done: sent }),
    (error) => toast(errorText(error), true),
  );
}

/** Names a recipient that is not on screen. */
const OtherRecipient = ({ to, here }: { to: Conversation; here: Conversation | undefined }) => (
  <p class="compose-to">
    <span class="row-name" dir="auto">
      {t('To {name}', { name: conversationName(to) })}
    </span>
    <Button kind="quiet" icon={Pencil} label={t('Change recipient')} onClick={changeRecipient} />
    <Button
      kind="quiet"
      icon={X}
      label={here ? t('Switch to this conversation') : t('Close')}
      onClick={() => (selectedRecipient.value = undefined)}
    />
  </p>
);

interface FieldProps {
  to: Conversation | undefined;
  isChoosing: boolean;
  submit: () => void;
}

/** On a phone, the buttons leave no room for the name of a topic, which the header shows. */
function getPlaceholder(to: Conversation | undefined): string {
  if (!to) return t('Choose a recipient');
  if (to.kind === 'topic' && isNarrow()) return t('Message');
  const isWithoutTopic = to.kind === 'topic' && to.topic === '';
  return t('Message {name}', { name: isWithoutTopic ? channelLabel(channelName(to.channel)) : conversationName(to) });
}

function ComposeField({ to, isChoosing, submit }: FieldProps) {
  const changed = () => {
    const content = messageIn(element.current!);
    grow(element.current!);
    if (!to) return saveUnaddressedText(content);
    saveDraft(to, content);
    if (content) notifyTyping(to);
  };
  useLayoutEffect(() => onMessageChange(FIELD, (reason) => reason === 'chips' && changed()), [to && getKey(to)]);
  return (
    <div class="field-box">
      <textarea
        ref={element}
        id={FIELD}
        data-draft={to ? getKey(to) : ''}
        rows={1}
        dir="auto"
        aria-label={t('Message')}
        aria-describedby="compose-hint"
        placeholder={getPlaceholder(to)}
        onInput={changed}
        onBlur={stopTyping}
        onKeyDown={(event) => {
          if (
            /^Arrow(Up|Left)$/.test(event.key) &&
            messageIn(event.currentTarget) === '' &&
            !isChoosing &&
            editLast()
          ) {
            editedFromBox.value = editing.peek();
            event.preventDefault();
          }
          if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return;
          if (!store.settings.peek().enter_sends && !event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          submit();
        }}
      />
    </div>
  );
}

/**
 * The initial text for a recipient: its draft. Text that was typed before a recipient was selected moves along from
 * choice to choice.
 */
function textFor(to: Conversation | undefined, before: Conversation | undefined): string {
  if (!to) return before ? carryText(before) : unaddressedText();
  const carried = before ? carryText(before) : choosingRecipient.peek() ? unaddressedText() : '';
  if (!carried || drafts.peek().has(getKey(to))) return getDraft(to);
  saveUnaddressedText('');
  saveDraft(to, carried);
  return carried;
}

function carryText(before: Conversation): string {
  const text = getDraft(before);
  saveDraft(before, '');
  saveUnaddressedText(text);
  return text;
}

/** Starts a message with this text and asks for its recipients. */
export function composeText(text: string): void {
  saveUnaddressedText(text);
  selectedRecipient.value = undefined;
  choosingRecipient.value = 'topic';
  focusRecipients();
}

/** Shown when no conversation is open: buttons that ask for the recipient first. */
function ComposeButtons({ channel }: { channel: number | undefined }) {
  const choose = (kind: 'topic' | 'direct') => () => {
    choosingRecipient.value = kind;
    focusRecipients();
  };
  return (
    <section
      ref={elements.compose}
      class="compose compose-buttons"
      translate={false}
      id="compose"
      aria-label={t('Write a message')}
    >
      <Button icon={MessageSquare} onClick={choose('topic')}>
        <span class="row-name" dir="auto">
          {channel === undefined
            ? t('New message')
            : t('Start a topic in {name}', { name: channelLabel(channelName(channel)) })}
        </span>
      </Button>
      <Button icon={Mail} onClick={choose('direct')}>
        <span class="row-name" dir="auto">
          {t('New direct message')}
        </span>
      </Button>
    </section>
  );
}

export function focusRecipients(): void {
  afterRender(() => {
    const fields = [...(elements.recipients.current?.querySelectorAll('input') ?? [])];
    (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
  });
}
