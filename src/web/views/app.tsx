import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { namesUnknown } from '../actions/moved-conversations.ts';
import { Hash, Inbox as InboxIcon, Mail, Search, User } from '../design/icons.ts';
import { Layers } from '../design/layers.tsx';
import { lazyView } from '../design/lazy.tsx';
import { Badge, Icon } from '../design/primitives.tsx';
import { plural, t } from '../i18n/text.ts';
import { runShortcut } from '../keyboard/shortcuts.ts';
import { closeOnBack, formatRoute, type Route } from '../routing/router.ts';
import { positionAt, savePosition } from '../routing/scroll-positions.ts';
import { elements } from '../store/local/elements.ts';
import { isInstallOffered } from '../store/local/install.ts';
import { currentRoute, historyEntry } from '../store/local/route.ts';
import { channelIn, conversationIn, EVERYTHING, type Narrow, narrowKey } from '../store/narrow.ts';
import { isOfferShown, panelShown } from '../store/page.ts';
import { BackButton } from './back-button.tsx';
import { Compose, focusCompose } from './compose/compose.tsx';
import { ConnectionNotices } from './connection-notices.tsx';
import { Feed } from './feed/feed.tsx';
import { Header, PageTitle } from './header.tsx';
import { displayedRoute } from './home-view.ts';
import { Inbox } from './inbox.tsx';
import { JoinBar } from './join-bar.tsx';
import { Lazy, pageFor } from './lazy.tsx';
import { openPalette, openSearch } from './search/search.tsx';
import { DIRECT } from './sidebar/direct-messages.tsx';
import { Sidebar } from './sidebar.tsx';
import { SignInBar } from './sign-in-bar.tsx';
import { counts } from './unread-counts.ts';

const RecentList = lazyView(() => import('./recent-conversations.tsx').then(({ RecentList }) => RecentList), true);
const Share = lazyView(() => import('./share/share.tsx').then(({ ShareView }) => ShareView), true);
const TopicList = lazyView(() => import('./topics.tsx').then(({ TopicList }) => TopicList), true);
const notFound = () => import('./not-found.tsx');
const SignInFirst = lazyView(() => notFound().then(({ SignInFirst }) => SignInFirst), true);
const PageNotFound = lazyView(() => notFound().then(({ PageNotFound }) => PageNotFound), true);
const ConversationNotFound = lazyView(() => notFound().then((views) => views.ConversationNotFound), true);
const Planned = lazyView(() => import('./drafts.tsx').then(({ DraftsPage: Planned }) => Planned));

const PeoplePanel = lazyView(() =>
  import('./user-list/panel.tsx').then(({ UserListPanel: PeoplePanel }) => PeoplePanel),
);

const NotificationOffer = lazyView(() =>
  import('./notification-offer.tsx').then(({ NotificationOffer }) => NotificationOffer),
);
const InstallOffer = lazyView(() => import('./install/offer.tsx').then(({ InstallOffer }) => InstallOffer));
const ZoneBar = lazyView(() => import('./time-zone-offer.tsx').then(({ TimeZoneOffer: ZoneBar }) => ZoneBar));

/** The whole client: sidebars, the current view, and the compose box. */
export function App({ spectator }: { spectator: boolean }) {
  const here = displayedRoute(spectator);
  const narrow = findNarrow(here);
  const listShown = useSignal(false);
  const { main } = elements;
  useEffect(() => {
    listShown.value = false;
    // The focused element may have disappeared with its view.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [location.hash]);
  useLayoutEffect(() => {
    if (!listShown.value) return;
    return closeOnBack(() => void (listShown.value = false));
  }, [listShown.value]);
  const known = narrow && !namesUnknown(narrow) ? narrow : undefined;
  const conversation = known && conversationIn(known);
  const channel = (known && channelIn(known)) ?? (here.view === 'topics' ? here.channel : undefined);
  const hasPanel = panelShown.value && !spectator && (channel !== undefined || conversation !== undefined);
  const isShut = spectator && NEEDS_ACCOUNT.has(here.view);
  const Page = isShut ? undefined : pageFor(here);
  return (
    <div class={['shell', listShown.value && 'list-shown', hasPanel && 'with-panel'].filter(Boolean).join(' ')}>
      <SkipLinks />
      <Sidebar spectator={spectator} isList={listShown.value} />
      {/* The browser may translate the words of messages, but nothing that is rendered again. */}
      <main ref={main} class="main" tabIndex={-1} translate={narrow ? undefined : false}>
        <BackButton place={here} spectator={spectator} />
        <ConnectionNotices />
        {isOfferShown.value && <NotificationOffer />}
        {isInstallOffered.value && <InstallOffer />}
        {!spectator && <ZoneBar />}
        {Page ? (
          <Lazy load={Page} place={here} />
        ) : (
          <>
            <Header place={here} narrow={narrow} />
            <View here={here} narrow={narrow} spectator={spectator} isShut={isShut} />
            {!spectator && channel !== undefined && <JoinBar channel={channel} />}
            {spectator ? <SignInBar /> : <Compose here={conversation} channel={channel} />}
          </>
        )}
      </main>
      {hasPanel && <PeoplePanel channel={channel} conversation={conversation} />}
      <BottomBar
        spectator={spectator}
        toggleList={() => (listShown.value = !listShown.value)}
        isList={listShown.value}
      />
      <PageTitle place={here} />
      <Layers />
    </div>
  );
}

/** The first Tab stops of the page. */
function SkipLinks() {
  const toMessages = () => {
    elements.main.current?.focus();
    runShortcut('next');
  };
  return (
    <>
      <button type="button" class="skip" translate={false} onClick={toMessages}>
        {t('Skip to messages')}
      </button>
      <button type="button" class="skip" translate={false} onClick={() => focusCompose()}>
        {t('Skip to message box')}
      </button>
    </>
  );
}

/** Views that need an account. */
const NEEDS_ACCOUNT = new Set<Route['view']>([
  ...([
    'settings',
    'organization',
    'groups',
    'channels',
    'inbox',
    'direct',
    'drafts',
    'scheduled',
    'reminders',
    'you',
    'share',
  ] as const),
]);

function findNarrow(here: Route): Narrow | undefined {
  if (here.view === 'feed') return EVERYTHING;
  return here.view === 'narrow' ? here.narrow : undefined;
}

/** The current view. Lists return to their scroll positions, and focus moves here if its element disappeared. */
function View({
  here,
  narrow,
  spectator,
  isShut,
}: {
  here: Route;
  narrow: Narrow | undefined;
  spectator: boolean;
  isShut: boolean;
}) {
  const { view: box } = elements;
  const { entry, again } = historyEntry;
  const scrolled = useRef(false);
  useLayoutEffect(() => {
    // Measuring a position forces a layout of the whole container.
    const top = (again && positionAt(entry)?.top) || 0;
    if (top > 0 || scrolled.current) box.current!.scrollTop = top;
    scrolled.current = top > 0;
  }, [entry]);
  return (
    <div
      ref={box}
      class="view"
      onScroll={({ currentTarget: { scrollTop } }) => {
        scrolled.current = scrollTop > 0;
        if (!narrow && historyEntry.entry === entry) savePosition(entry, { top: scrollTop });
      }}
    >
      {isShut ? <SignInFirst /> : renderView(here, narrow, spectator)}
    </div>
  );
}

function renderView(here: Route, narrow: Narrow | undefined, spectator: boolean): ComponentChildren {
  if (narrow && namesUnknown(narrow)) return <ConversationNotFound narrow={narrow} spectator={spectator} />;
  if (narrow)
    return (
      <Feed
        key={narrowKey(narrow)}
        narrow={narrow}
        {...('near' in here && { near: here.near })}
        spectator={spectator}
      />
    );
  switch (here.view) {
    case 'inbox':
      return <Inbox />;
    case 'recent':
      return <RecentList key="recent" />;
    case 'direct':
      return <RecentList key="direct" only="direct" />;
    case 'topics':
      return <TopicList key={`topics${here.channel}`} channel={here.channel} />;
    case 'share':
      return <Share key={here.shared} id={here.shared} />;
    case 'drafts':
    case 'scheduled':
    case 'reminders':
      return <Planned view={here.view} />;
    default:
      return <PageNotFound />;
  }
}

/** The navigation bar on phones. */
function BottomBar({ spectator, toggleList, isList }: { spectator: boolean; toggleList: () => void; isList: boolean }) {
  const { all, direct } = counts.value;
  const at = displayedRoute(spectator);
  const current = (href: string) => (!isList && formatRoute(at) === href ? ('page' as const) : undefined);
  return (
    <nav class="bottom-bar" translate={false} aria-label={t('Navigation')}>
      {!spectator && (
        <a href="#inbox" aria-current={current('#inbox')}>
          <Icon of={InboxIcon} size={22} />
          {t('Inbox')}
          <Badge count={all} label={plural(all, '{n} unread message', '{n} unread messages')} />
        </a>
      )}
      <button type="button" aria-pressed={isList} onClick={toggleList}>
        <Icon of={Hash} size={22} />
        {t('Channels')}
      </button>
      {!spectator && (
        <a href={DIRECT} aria-current={current(DIRECT)}>
          <Icon of={Mail} size={22} />
          {t('DMs')}
          <Badge count={direct} label={plural(direct, '{n} unread message', '{n} unread messages')} calling />
        </a>
      )}
      <button type="button" onClick={spectator ? openSearch : openPalette}>
        <Icon of={Search} size={22} />
        {t('Search')}
      </button>
      <a
        href={spectator ? '/login' : '#you'}
        aria-current={/^(you|settings)$/.test(currentRoute.value.view) ? 'page' : undefined}
      >
        <Icon of={User} size={22} />
        {spectator ? t('Sign in') : t('You')}
      </a>
    </nav>
  );
}
