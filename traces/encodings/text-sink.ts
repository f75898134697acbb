/** Where a writer puts its text, piece after piece. */
export type TextSink = (text: string) => void;
