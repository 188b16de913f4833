import { CircleAlert, User } from '../design/icons.ts';
import { EmptyState } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { getKey } from '../store/conversation.ts';
import { drafts } from '../store/local/drafts.ts';
import { conversationIn, type Narrow } from '../store/narrow.ts';

// What is shown instead of a view that does not exist, or that needs an account.

export const SignInFirst = () => (
  <EmptyState icon={User} title={t('Sign in to view this page')}>
    <p>{t('You’re viewing this organization without an account.')}</p>
    <a class="button button-plain" href="/login">
      {t('Sign in')}
    </a>
  </EmptyState>
);

/** A conversation that does not exist looks the same as one the user cannot access. */
export const ConversationNotFound = ({ narrow, spectator }: { narrow: Narrow; spectator: boolean }) => (
  <EmptyState icon={CircleAlert} title={t('Conversation not found')}>
    {hasDraft(narrow) && <p>{t('Your message was saved to drafts.')}</p>}
    <p>
      {spectator
        ? t('It may be visible only to members. Sign in to see more.')
        : t('It doesn’t exist, or you don’t have access to it.')}
    </p>
    <a class="button button-plain" href={spectator ? '/login' : '/#'}>
      {spectator ? t('Sign in') : t('Go to home view')}
    </a>
  </EmptyState>
);

function hasDraft(narrow: Narrow): boolean {
  const conversation = conversationIn(narrow);
  return conversation !== undefined && drafts.value.has(getKey(conversation));
}

export const PageNotFound = () => (
  <EmptyState icon={CircleAlert} title={t('Page not found')}>
    <a class="button button-plain" href="/#">
      {t('Go to home view')}
    </a>
  </EmptyState>
);
