import type { IconNode } from 'lucide';
import { Globe, Hash, Lock } from '../../design/icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { allowsVisitors, canCreateChannel } from '../../permissions/channels.ts';
import type { Channel } from '../../store/channels.ts';

/** The privacy types of channels, most open first. */
const PRIVACIES = ['web', 'public', 'shared', 'protected'] as const;
export type Privacy = (typeof PRIVACIES)[number];

export const getPrivacy = ({ is_web_public, invite_only, history_public_to_subscribers }: Channel): Privacy =>
  is_web_public ? 'web' : !invite_only ? 'public' : history_public_to_subscribers ? 'shared' : 'protected';

interface About {
  name: string;
  note: string;
  icon: IconNode;
}

export const aboutPrivacy = (privacy: Privacy): About =>
  ({
    web: {
      name: t('Web-public'),
      note: t('Everyone in the organization can join. Anyone on the internet can read it without an account.'),
      icon: Globe,
    },
    public: {
      name: t('Public'),
      note: t('Everyone except guests can join, and can read messages without joining.'),
      icon: Hash,
    },
    shared: {
      name: t('Private, shared history'),
      note: t('People must be added. They can read all messages, including those sent before they joined.'),
      icon: Lock,
    },
    protected: {
      name: t('Private, protected history'),
      note: t('People must be added. They can only read messages sent after they join.'),
      icon: Lock,
    },
  })[privacy];

/** The API parameters of a privacy type. */
export const privacyParams = (privacy: Privacy) => ({
  invite_only: privacy === 'shared' || privacy === 'protected',
  is_web_public: privacy === 'web',
  history_public_to_subscribers: privacy !== 'protected',
});

/** The types that the user can choose, and the channel's `current` type. */
export const availablePrivacies = (current?: Privacy): Privacy[] =>
  PRIVACIES.filter(
    (one) =>
      one === current ||
      (one === 'web'
        ? allowsVisitors() && canCreateChannel('web_public')
        : canCreateChannel(one === 'public' ? 'public' : 'private')) ||
      // A change between the two private types does not require the permission to create channels.
      (current !== undefined && isPrivate(current) && isPrivate(one)),
  );

export const isPrivate = (privacy: Privacy): boolean => privacy === 'shared' || privacy === 'protected';

/** Selects a privacy type, with a description of each. */
export function PrivacyChoice({
  value,
  onChange,
  options,
  name,
}: {
  value: Privacy;
  onChange: (value: Privacy) => void;
  options: readonly Privacy[];
  name: string;
}) {
  return (
    <fieldset class="privacy">
      <legend>{t('Channel privacy')}</legend>
      {options.map((one) => {
        const { name: label, note, icon } = aboutPrivacy(one);
        return (
          <label key={one} class="privacy-choice">
            <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
            <Icon of={icon} size={18} />
            <span>
              <span class="privacy-name">{label}</span>
              <span class="privacy-note">{note}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
