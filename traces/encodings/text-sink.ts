/** Takes the text of a writer, piece after piece. */
export type TextSink = (text: string) => void;
