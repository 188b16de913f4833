import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { readStored, writeStored } from '../../actions/local-storage.ts';
import { finishStep } from '../../actions/onboarding.ts';
import { CopyField } from '../../design/copy.tsx';
import { ChevronDown, Hash, MessageSquare, X } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Info, Smartphone, UserPlus } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { QrCode } from '../../design/qr.tsx';
import { reportResult } from '../../design/report-result.ts';
import { isOfThisComputer } from '../../design/sharing.ts';
import { t } from '../../i18n/text.ts';
import { canCreateAnyChannel } from '../../permissions/channels.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { STEPS } from '../../store/onboarding.ts';
import { store } from '../../store/store.ts';
import { greetingChannel, SayHello } from './hello.tsx';
import { InviteByLink } from './invite-card.tsx';
import css from './welcome.css';

addStyle(css);

const STORED = 'welcome.done';
const STORED_FOLD = 'welcome.folded';
/** With so many members, nobody needs to be shown how to invite people. */
const MEMBERS = 5;

interface WelcomeCard {
  name: 'hello' | 'invite' | 'channels' | 'topics' | 'apps';
  title: string;
  icon: IconNode;
  content: (done: () => void) => ComponentChildren;
}

/**
 * The cards of a new user. Each disappears when it is done. Users who set up an organization see all of them. Others
 * see those that concern themselves. Above unread messages, the cards can be folded.
 */
export function Welcome({ canFold = false }: { canFold?: boolean }) {
  const done = useSignal<readonly string[]>(readStored(STORED, []));
  const cards = cardsOfUser().filter(({ name }) => !done.value.includes(name));
  const isEmpty = cards.length === 0;
  const close = () => {
    writeStored(STORED, undefined);
    return finishStep(STEPS.welcome);
  };
  useEffect(() => {
    if (isEmpty) void close().catch(() => {});
  }, [isEmpty]);
  if (isEmpty) return null;
  const finish = (name: string) => {
    done.value = [...done.peek(), name];
    writeStored(STORED, done.value);
  };
  const heading = (
    <h2 id="welcome-title" dir="auto">
      {t('Welcome to {name}', { name: store.realm.value.realm_name })}
    </h2>
  );
  const hide = () => void reportResult(close());
  if (canFold)
    return (
      <section class="card welcome-folded" aria-labelledby="welcome-title">
        <details
          open={!readStored(STORED_FOLD, false)}
          onToggle={({ currentTarget }) => writeStored(STORED_FOLD, !currentTarget.open || undefined)}
        >
          <summary>
            <Icon of={ChevronDown} />
            {heading}
            <span class="welcome-titles">{cards.map(({ title }) => title).join(' · ')}</span>
          </summary>
          <AboutInbox />
          <WelcomeCards cards={cards} finish={finish} />
        </details>
        <Button kind="quiet" class="welcome-done" icon={X} label={t('Hide welcome')} onClick={hide} />
      </section>
    );
  return (
    <section class="welcome" aria-labelledby="welcome-title">
      <header class="welcome-head">
        {heading}
        <Button kind="quiet" onClick={hide}>
          {t('Hide welcome')}
        </Button>
      </header>
      <AboutInbox />
      <WelcomeCards cards={cards} finish={finish} />
    </section>
  );
}

const AboutInbox = () => (
  <p class="page-note">
    {t('This is your inbox. It lists what you have not read, by conversation, and is empty when you have read it all.')}
  </p>
);

const WelcomeCards = ({ cards, finish }: { cards: readonly WelcomeCard[]; finish: (name: string) => void }) => (
  <ul class="welcome-cards">
    {cards.map(({ name, title, icon, content }) => (
      <li key={name} class={`card welcome-card welcome-${name}`}>
        <h3>
          <Icon of={icon} size={18} />
          {title}
        </h3>
        {content(() => finish(name))}
        <Button
          kind="quiet"
          class="welcome-done"
          icon={X}
          label={t('Hide “{title}”', { title })}
          onClick={() => finish(name)}
        />
      </li>
    ))}
  </ul>
);

/** The cards that concern the user and are not done yet, judged by what exists. */
function cardsOfUser(): WelcomeCard[] {
  const cards: (WelcomeCard | false)[] = [
    greetingChannel() !== undefined && {
      name: 'hello',
      title: t('Say hello'),
      icon: MessageSquare,
      content: (done) => <SayHello done={done} />,
    },
    store.me.value.is_admin &&
      countMembers() < MEMBERS &&
      hasRealmPermission('create_multiuse_invite_group') && {
        name: 'invite',
        title: t('Invite people'),
        icon: UserPlus,
        content: () => <InviteByLink />,
      },
    store.me.value.is_admin &&
      !hasCreatedChannel() &&
      canCreateAnyChannel() && { name: 'channels', title: t('Create channels'), icon: Hash, content: CreateChannels },
    { name: 'topics', title: t('What is a topic?'), icon: Info, content: AboutTopics },
    { name: 'apps', title: t('Get the apps'), icon: Smartphone, content: Apps },
  ];
  return cards.filter((card) => card !== false);
}

const countMembers = (): number =>
  [...store.users.value.values()].filter(({ is_bot, is_active }) => !is_bot && is_active).length;

const hasCreatedChannel = (): boolean =>
  [...store.channels.value.values()].some(({ creator_id }) => creator_id === store.me.value.id);

const CreateChannels = () => (
  <>
    <p>{t('Create a channel for each team, project or subject. People join the channels they need.')}</p>
    <div class="welcome-actions">
      <a class="button button-primary" href="#channels/new">
        {t('Create channel')}
      </a>
      <a class="button button-plain" href="#channels/all">
        {t('All channels')}
      </a>
    </div>
  </>
);

const AboutTopics = (done: () => void) => (
  <>
    <div class="welcome-picture" aria-hidden="true">
      <span class="welcome-channel">{t('#marketing')}</span>
      {[t('new logo'), t('website'), t('party')].map((topic, at) => (
        <span key={topic} class="welcome-topic">
          <span>{topic}</span>
          {Array.from({ length: 3 - at }, (_, line) => (
            <i key={line} />
          ))}
        </span>
      ))}
    </div>
    <p>
      {t(
        'Each conversation in a channel has a topic, like the subject of an e-mail. Many conversations can run side by side without getting mixed up. You read the ones that matter to you, and find them again later.',
      )}
    </p>
    <div class="welcome-actions">
      <Button onClick={done}>{t('Got it')}</Button>
    </div>
  </>
);

const Apps = () => {
  const url = store.realm.value.realm_url;
  const isLocal = isOfThisComputer(new URL(url).hostname);
  return (
    <>
      <p>
        {t(
          'Open this address in the browser of your phone, and add it to the home screen. Zulip’s apps for phones and computers take it, too.',
        )}
      </p>
      <div class="welcome-share">
        {!isLocal && <QrCode text={url} label={t('QR code of the server’s address')} />}
        <CopyField label={t('Server URL')} text={url} />
      </div>
      {isLocal && <p>{t('This address only works on this computer. Phones need the public address of the server.')}</p>}
    </>
  );
};
