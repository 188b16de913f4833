import { Pencil } from '../../design/icons.ts';
import { isTouchScreen, openPopover, Panel } from '../../design/layers.tsx';
import { lazyView } from '../../design/lazy.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import {
  CalendarClock,
  ChartBar,
  Eye,
  ImagePlay,
  ListTodo,
  Paperclip,
  TextQuote,
  Video,
} from '../../design/more-icons.ts';
import { t } from '../../i18n/text.ts';
import type { Conversation } from '../../store/conversation.ts';
import { store } from '../../store/store.ts';
import { callable, hasCalls, startCall } from '../calls/start-call.ts';
import { changeRecipient } from './compose.tsx';
import { insertBlock } from './text-field.ts';
import { chooseTime } from './time-dialog.tsx';
import { insertCall } from './video-call.ts';

const GifPicker = lazyView(() => import('./gif-picker.tsx').then(({ GifPicker }) => GifPicker));

interface InsertContext {
  /** The button of the menu, at which pickers open too. */
  anchor: Element;
  field: HTMLTextAreaElement;
  conversation: Conversation | undefined;
  /** Whether the field sends messages: then the menu also has what is a message of its own. */
  sends: boolean;
  attachFiles: () => void;
  togglePreview: () => Promise<void>;
}

/** The menu of what can be added to a message, and of messages that are not only text. */
export function InsertMenu(context: InsertContext) {
  const { field, attachFiles, togglePreview } = context;
  return (
    <Menu
      label={t('Insert')}
      items={[
        { name: t('Attach files'), icon: Paperclip, act: attachFiles },
        ...gifItems(context),
        { name: t('Time'), icon: CalendarClock, act: () => void chooseTime(field) },
        {
          name: t('Saved snippets'),
          icon: TextQuote,
          act: () => void import('./snippets.tsx').then(({ openSnippets }) => openSnippets(field)),
        },
        ...messageItems(context),
        {
          name: isTouchScreen() ? t('Preview') : t('Preview (Alt+P)'),
          icon: Eye,
          apart: true,
          act: () => void togglePreview(),
        },
        ...(context.sends && context.conversation
          ? [{ name: t('Change recipient'), icon: Pencil, act: changeRecipient }]
          : []),
      ]}
    />
  );
}

/** GIFs, if the operator has configured a provider, and the organization allows them. */
function gifItems({ anchor, field }: InsertContext): readonly MenuItem[] {
  const { server_gif_provider, realm_giphy_rating } = store.realm.peek();
  if (!server_gif_provider || realm_giphy_rating === 0) return [];
  const pick = ({ title, url }: { title: string; url: string }) => insertBlock(field, `[${title || t('GIF')}](${url})`);
  const picker = (
    <Panel label={t('GIFs')}>
      <GifPicker pick={pick} />
    </Panel>
  );
  return [{ name: t('GIFs'), icon: ImagePlay, act: () => openPopover(anchor, picker, 'top-start') }];
}

function messageItems({ field, conversation, sends }: InsertContext): readonly MenuItem[] {
  const lists = () => import('./poll-and-todo.tsx');
  return [
    ...(sends && conversation
      ? [
          {
            name: t('Poll'),
            icon: ChartBar,
            apart: true,
            act: () => void lists().then((it) => it.openPoll(conversation)),
          },
          { name: t('To-do list'), icon: ListTodo, act: () => void lists().then((it) => it.openTodo(conversation)) },
        ]
      : []),
    ...(hasCalls() ? [callItem(field, sends ? conversation : undefined)] : []),
  ];
}

/** Calls the people of a direct message conversation. Elsewhere, adds a link to a call to the message. */
function callItem(field: HTMLTextAreaElement, conversation: Conversation | undefined): MenuItem {
  const people = conversation?.kind === 'direct' ? conversation.people : [];
  return callable(people).length > 0
    ? { name: t('Start a call'), icon: Video, act: () => void startCall(people) }
    : { name: t('Add video call'), icon: Video, act: () => void insertCall(field) };
}
