import type { ReactNode } from 'react'
import styles from './States.module.css'

export const illustrations = {
  shares: (
    <>
      <path d="M18 58V16a4 4 0 0 1 4-4h26l12 12v34a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4Z" />
      <path d="M48 12v12h12M28 32h14M28 40h10" />
      <g className={styles['mark']}>
        <path d="m70 49 5-5a7.5 7.5 0 0 1 10.6 10.600l-5 5" />
        <path d="m76 59-5 5a7.5 7.5 0 0 1-10.6-10.600l5-5M68 59l9-9" />
      </g>
    </>
  ),
  files: (
    <>
      <path d="M14 56V20a4 4 0 0 1 4-4h18l7 8h35a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4Z" />
      <path d="M14 34h68" />
      <path className={styles['mark']} d="M48 54V42M42.5 47l5.5-5.5 5.5 5.5" />
    </>
  ),
  trash: (
    <>
      <path d="M28 24v32a5 5 0 0 0 5 5h30a5 5 0 0 0 5-5V24M22 24h52M40 24v-6a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v6" />
      <path className={styles['mark']} d="m40.5 43 5.5 5.500L56 37.5" />
    </>
  ),
  'search-none': (
    <>
      <path d="M14 20h30M14 32h18M14 44h16M14 56h24" />
      <g className={styles['mark']}>
        <circle cx="58" cy="36" r="15" />
        <path d="m69 47 12 12" />
      </g>
      <path d="M52.5 36h11" />
    </>
  ),
  offline: (
    <>
      <path d="M30 54h36a14 14 0 0 0 2.6-27.700A20 20 0 0 0 30 29.5 12.3 12.3 0 0 0 30 54Z" />
      <path className={styles['mark']} d="M24 14l48 50" />
    </>
  ),
  'sign-in': (
    <>
      <path d="M50 60H28a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4h22" />
      <g className={styles['mark']}>
        <circle cx="51" cy="36" r="8" />
        <path d="M59 36h22v7M72 36v5" />
      </g>
    </>
  ),
} satisfies Record<string, ReactNode>

export type IllustrationName = keyof typeof illustrations
