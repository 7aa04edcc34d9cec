/** The links between public pages, below their forms. */
import type { ReactNode } from 'react'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import classes from '#console/screens/public/public-page.module.css'

interface PageLinksProps {
  readonly children: ReactNode
}

export function PageLinks({ children }: PageLinksProps) {
  return <div className={classes.links}>{children}</div>
}

export function LinkToLogin() {
  return (
    <Anchor component={Link} to="/login" className={classes.link}>
      {signInTexts.backToLogin}
    </Anchor>
  )
}

export function LinkToRegister() {
  return (
    <Anchor component={Link} to="/super-admin-register" className={classes.link}>
      {signInTexts.registerLink}
    </Anchor>
  )
}

interface LinkButtonProps {
  readonly text: string
  readonly onClick: () => void
}

/** Looks like a link, but opens something on this page. */
export function LinkButton({ text, onClick }: LinkButtonProps) {
  return (
    <Anchor component="button" type="button" className={classes.link} onClick={onClick}>
      {text}
    </Anchor>
  )
}
