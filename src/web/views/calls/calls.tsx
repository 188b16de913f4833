import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { X } from '../../design/icons.ts';
import { restoreFocus } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Video } from '../../design/more-icons.ts';
import { Avatar, Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Call } from '../../server/types.ts';
import { acceptedCall, expiredCalls, ringing } from '../../store/local/calls.ts';
import { elements } from '../../store/local/elements.ts';
import { topLayer } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { displayName, displayNames, makeHref } from '../../text/names.ts';
import css from './calls.css';

addStyle(css);

/** Shows the calls that ring, now and later, above everything else. */
export function showCalls(): void {
  topLayer.value ??= <CallCards />;
}

/**
 * The calls that ring for the user, and the one that the user makes. They take neither the focus nor keys from whatever
 * the user is doing.
 */
function CallCards() {
  const calls = [...store.calls.value.values()].filter(({ message_id }) => !expiredCalls.value.has(message_id));
  const me = store.me.value.id;
  const accepted = acceptedCall.value;
  return (
    <div class="calls">
      {calls.map((call) =>
        call.caller_id === me ? (
          <OutgoingCall key={call.message_id} call={call} />
        ) : (
          <IncomingCall key={call.message_id} call={call} />
        ),
      )}
      {accepted && <AcceptedCall call={accepted} />}
    </div>
  );
}

const othersIn = ({ user_ids }: Call): number[] => user_ids.filter((id) => id !== store.me.value.id);

const answer = (call: Call, answer: 'accepted' | 'declined') =>
  void reportResult(request('POST /calls/{message_id}/answer', { message_id: call.message_id, answer }));

function IncomingCall({ call }: { call: Call }) {
  const { caller_id } = call;
  const others = othersIn(call).filter((id) => id !== caller_id);
  const about = others.length > 0 ? t('with {names}', { names: displayNames(others) }) : t('Video call');
  return (
    <CallCard
      person={caller_id}
      call={call}
      title={t('{name} is calling you', { name: displayName(caller_id) })}
      about={about}
    >
      <JoinLink call={call} onClick={() => answer(call, 'accepted')}>
        {t('Join')}
      </JoinLink>
      <Button icon={X} onClick={() => answer(call, 'declined')}>
        {t('Decline')}
      </Button>
    </CallCard>
  );
}

function OutgoingCall({ call }: { call: Call }) {
  const others = othersIn(call);
  const cancel = () => void reportResult(request('DELETE /calls/{message_id}', { message_id: call.message_id }));
  return (
    <CallCard
      person={others[0]!}
      call={call}
      title={t('Calling {names}…', { names: displayNames(others) })}
      about={t('Video call')}
    >
      <JoinLink call={call} onClick={() => ringing.madeHere.delete(call.message_id)}>
        {t('Join')}
      </JoinLink>
      <Button icon={X} onClick={cancel}>
        {t('Stop ringing')}
      </Button>
    </CallCard>
  );
}

function AcceptedCall({ call }: { call: Call }) {
  const close = () => {
    acceptedCall.value = undefined;
  };
  return (
    <CallCard person={othersIn(call)[0]!} call={call} title={t('Join video call')} about={displayNames(othersIn(call))}>
      <JoinLink call={call} onClick={close}>
        {t('Join')}
      </JoinLink>
      <Button icon={X} onClick={close}>
        {t('Close')}
      </Button>
    </CallCard>
  );
}

interface CardProps {
  person: number;
  call: Call;
  title: string;
  about: string;
  children: preact.ComponentChildren;
}

function CallCard({ person, call, title, about, children }: CardProps) {
  const element = useRef<HTMLElement>(null);
  useFocusReturn(element);
  return (
    <section ref={element} class="call" role="dialog" aria-label={title}>
      <header>
        <Avatar name={displayName(person)} url={store.users.value.get(person)?.avatar_url} size={48} />
        <div>
          <div role="alert">
            <h2 dir="auto">{title}</h2>
          </div>
          <a class="call-about" dir="auto" href={makeHref({ kind: 'direct', people: othersIn(call) }, call.message_id)}>
            {about}
          </a>
        </div>
      </header>
      <footer>{children}</footer>
    </section>
  );
}

/** Returns the focus to where the user was before an answer to the call took it. */
function useFocusReturn(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const card = element.current!;
    let before: EventTarget | null = null;
    card.addEventListener('focusin', ({ relatedTarget }) => {
      before ??= relatedTarget;
    });
    return () => restoreFocus(card, (before as Element | null) ?? elements.main.current);
  }, []);
}

/** Opens the call in another tab. A link, because browsers block windows that open later than the click. */
const JoinLink = ({
  call,
  onClick,
  children,
}: {
  call: Call;
  onClick: () => void;
  children: preact.ComponentChildren;
}) => (
  <a class="button button-primary" href={call.url} target="_blank" rel="noopener noreferrer" onClick={onClick}>
    <Icon of={Video} size={16} />
    {children}
  </a>
);
