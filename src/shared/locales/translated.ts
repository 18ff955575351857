/**
 * The shape that a translation of `T` must have: the same keys, any text. Chinese has one plural form, so `…_one` has
 * no counterpart there. A missing or an unknown key is a compile error.
 */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string
    ? string
    : Translated<T[K]>
}
