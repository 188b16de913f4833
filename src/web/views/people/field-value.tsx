import type { Person, ProfileField } from '../../server/types.ts';
import { formatSettings } from '../../store/local/format-settings.ts';
import { store } from '../../store/store.ts';
import { displayName } from '../../text/names.ts';
import { FIELD, findAccount, getAnswer, readOptions, readPeople } from '../../text/profile-values.ts';
import { Rendered } from '../message/rendered.tsx';

/** A user's value of a profile field, formatted by type. */
export function FieldValue({ field, person }: { field: ProfileField; person: Person }) {
  const value = getAnswer(person, field.id);
  const html = person.profile_data?.[field.id]?.rendered_value;
  switch (field.type) {
    case FIELD.choice:
      return <span dir="auto">{readOptions(field).find(({ key }) => key === value)?.text ?? value}</span>;
    case FIELD.date:
      return <time dateTime={value}>{formatDate(value)}</time>;
    case FIELD.link:
      return (
        <a href={value} target="_blank" rel="noopener noreferrer">
          {value.replace(/^https?:\/\//, '')}
        </a>
      );
    case FIELD.people:
      return (
        <span class="person-links">
          {readPeople(value).map((id) => (
            <a key={id} href={`#user/${id}`}>
              {displayName(id)}
            </a>
          ))}
        </span>
      );
    case FIELD.account: {
      const address = findAccount(field, value, store.realm.value.realm_default_external_accounts);
      return address ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {value}
        </a>
      ) : (
        <span>{value}</span>
      );
    }
    default:
      return html ? <Rendered html={html} /> : <span dir="auto">{value}</span>;
  }
}

/** A date in the language's format. Dates have no time zone. */
function formatDate(value: string): string {
  const at = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(at.getTime())
    ? value
    : new Intl.DateTimeFormat(formatSettings.value.language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
