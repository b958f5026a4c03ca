/** A message as it was stored, or found as a duplicate. */
export interface SentMessage {
  id: string;
  threadId: string;
  /** Id of a person or of an office. */
  recipientId: string;
  /** Place of the office in a thread between a farmer and an office. */
  office?: string;
  /** A duplicate: already stored, so no audit entry and no change events. */
  known?: true;
}
