import { useState } from 'react'

/** What is typed for a captcha, and the props of its field. */
export function useCaptcha() {
  const [text, setText] = useState('')
  const [ticket, setTicket] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const reload = () => {
    setText('')
    setAttempt((before) => before + 1)
  }
  const typed = text.trim()
  return {
    text: typed,
    /** undefined while there is no picture. */
    answer: ticket === undefined ? undefined : { text: typed, ticket },
    /** Shows another picture: a ticket can be used once, whatever the answer. */
    reload,
    field: { attempt, text, onText: setText, onTicket: setTicket, onReload: reload },
  }
}
