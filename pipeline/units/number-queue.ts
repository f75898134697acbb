/** Numbers, first in, first out, without a bound. */
export class NumberQueue {
  private numbers = new Float64Array(1024);
  private head = 0;
  private tail = 0;

  get empty(): boolean {
    return this.head === this.tail;
  }

  /** The oldest number, and the one after it. */
  get first(): number {
    return this.numbers[this.head];
  }

  get second(): number {
    return this.numbers[this.head + 1];
  }

  push(value: number): void {
    if (this.tail === this.numbers.length) this.makeRoom();
    this.numbers[this.tail++] = value;
  }

  /** Takes the oldest number out. There must be one. */
  shift(): number {
    return this.numbers[this.head++];
  }

  /** Moves the numbers to the begin. Where they take more than half of the room, the room doubles. */
  private makeRoom(): void {
    const { numbers, head, tail } = this;
    if (tail - head > numbers.length / 2) this.numbers = new Float64Array(2 * numbers.length);
    this.numbers.set(numbers.subarray(head, tail));
    this.head = 0;
    this.tail = tail - head;
  }
}
