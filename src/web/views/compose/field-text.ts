/** Shows another text in a field, which did not come from typing. */
export function replaceText(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  grow(field);
  field.dispatchEvent(new Event('replaced'));
}

/** Fits the field's height to its text, within limits from the style sheet. */
export function grow(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
