// Package e2e tests the program from outside, as a person uses it: the real
// binary, in a real window of a virtual display, with real drops and keys.
package e2e
