/** Texts of officials in a second language beside the original. */

/** A translation belongs to the text that it translates: a change of the original removes it, unless one is sent. */
export function translationAfter(
  sent: string | null | undefined,
  stored: { text: string; translation: string | null } | undefined,
  text: string,
): string | null {
  if (sent !== undefined) return sent;
  return stored && stored.text === text ? stored.translation : null;
}
