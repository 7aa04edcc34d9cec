/** Asks the person for a fresh proof of a factor when the server wants one (decisions/server/step-up.md). */

/** Resolves with whether a proof was given. */
type Ask = () => Promise<boolean>

interface Question {
  readonly answer: Promise<boolean>
  /** Answers it with no. */
  readonly drop: () => void
}

let ask: Ask | null = null
let question: Question | null = null

/**
 * Registers how to ask. Returns a function that removes it and answers an open question with no: its page is gone, as
 * after a lock, and later calls would wait forever.
 */
export function onProofNeeded(how: Ask): () => void {
  ask = how
  return () => {
    if (ask !== how) return
    ask = null
    question?.drop()
  }
}

/** Asks once, however many calls need it; false if nothing can ask now, or the person declines. */
export async function askForProof(): Promise<boolean> {
  if (question) return question.answer
  if (!ask) return false
  const asked = begin(ask)
  question = asked
  return asked.answer.finally(() => {
    if (question === asked) question = null
  })
}

function begin(how: Ask): Question {
  let drop = (): void => undefined
  const answer = new Promise<boolean>((resolve, reject) => {
    drop = () => {
      question = null
      resolve(false)
    }
    how().then(resolve, reject)
  })
  return { answer, drop }
}
